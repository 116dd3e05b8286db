import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { startRetention } from './archives.ts'

const dayMs = 86_400_000

/** Calls of the store, with how many days back each removes. */
const openRetention = (keptDays: Readonly<Record<string, number | null>>, isFull = () => false) => {
  const clock = createTestClock()
  const pruned: [kind: string, days: number][] = []
  const faults: string[] = []
  const options = {
    storage: {
      async prune(kind: string, before: number) {
        pruned.push([kind, (clock.now() - before) / dayMs])
        if (isFull()) throw new Error('full')
        return 0
      },
    },
    clock,
    keptDays,
    onFault: (what: string) => void faults.push(what),
  }
  const stop = startRetention(options, [{ kind: 'chat', keptDays: 30 }, { kind: 'kills' }])
  const pass = async (ms: number) => {
    clock.pass(ms)
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  return { pruned, faults, stop, pass }
}

test('[RTN1] rows are removed after the days that their archive declares, soon after the start and then hourly', async () => {
  const { pruned, pass, stop } = openRetention({})
  await pass(60_000)
  await pass(3_600_000)
  expect(pruned).toEqual([
    ['chat', 30],
    ['chat', 30],
  ])
  stop()
  await pass(10 * 3_600_000)
  expect(pruned).toHaveLength(2)
})

test('[RTN2] the configuration changes the days, keeps rows that an archive limits, and limits others', async () => {
  const { pruned, pass } = openRetention({ chat: null, kills: 7 })
  await pass(60_000)
  expect(pruned).toEqual([['kills', 7]])
})

test('[RTN3] a refusal of the store is reported, does not hold up other archives, and the next run tries again', async () => {
  const { pruned, faults, pass } = openRetention({ kills: 7 }, () => pruned.length <= 1)
  await pass(60_000)
  expect(pruned.map(([kind]) => kind)).toEqual(['chat', 'kills'])
  expect(faults).toEqual(['remove old rows of chat'])
  await pass(3_600_000)
  expect(pruned).toHaveLength(4)
  expect(faults).toHaveLength(1)
})
