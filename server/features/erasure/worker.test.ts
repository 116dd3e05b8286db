import { expect, test } from 'vitest'
import { Erasures } from '../../../shared/features/erasure/erasures.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { PersonErasure } from '../../engine/storage.ts'
import { createTestClock } from '../../testing/clock.ts'
import { startErasureWorker } from './worker.ts'

const minute = 60_000
const turns = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}

/** A fake hub that records the erasures. */
function open() {
  const clock = createTestClock()
  const pending: Record<string, { account: string; externalIds: string[]; documents: [] }> = {}
  const erased: PersonErasure[] = []
  const recorded: (readonly string[])[] = []
  const faults: unknown[] = []
  let listener = (_published: readonly Published[]) => {}
  let failure: Error | null = null
  const publish = () => listener([{ id: 'erasures/all', version: 1, patches: [] }])
  const hub: Pick<Hub, 'read' | 'execute' | 'onPublish' | 'erase'> = {
    read: () => Erasures.parse({ pending: structuredClone(pending) }) as never,
    async execute(_actor, name, input) {
      const { erasure } = input as { erasure: string }
      if (name === 'erasure.finish') delete pending[erasure]
      else Object.assign(pending[erasure] ?? {}, { externalIds: [] })
      publish()
    },
    onPublish(given) {
      listener = given
      return () => {
        listener = () => {}
      }
    },
    async erase(erasure) {
      if (failure) throw failure
      erased.push(erasure)
    },
  }
  const erasing = startErasureWorker({
    hub,
    clock,
    forgetRecorded: async (ids) => void recorded.push(ids),
    onFault: (_what, error) => void faults.push(error),
  })
  return {
    clock,
    erased,
    recorded,
    faults,
    erasing,
    fail(error: Error | null) {
      failure = error
    },
    async ask(...names: string[]) {
      for (const account of names) pending[account] = { account, externalIds: [`steam-${account}`], documents: [] }
      publish()
      await turns()
    },
    async pass(ms: number) {
      clock.pass(ms)
      await turns()
    },
    left: () => Object.keys(pending),
  }
}

test('[ER8] the first account is erased at once, later ones together after five minutes', async () => {
  const { ask, pass, erased, left, recorded } = open()
  await ask('ann')
  expect(left()).toEqual([])
  expect(erased.map(({ ids, externalIds, skipCompaction }) => ({ ids, externalIds, skipCompaction }))).toEqual([
    { ids: ['ann'], externalIds: ['steam-ann'], skipCompaction: true },
    { ids: ['ann'], externalIds: [], skipCompaction: undefined },
  ])
  expect(recorded).toEqual([['steam-ann']])
  for (const name of ['bob', 'cyd', 'dan']) await ask(name)
  await pass(5 * minute - 1)
  expect(erased).toHaveLength(2)
  await pass(1)
  expect(left()).toEqual([])
  expect(erased.slice(2).map(({ ids }) => ids)).toEqual([
    ['bob', 'cyd', 'dan'],
    ['bob', 'cyd', 'dan'],
  ])
})

test('[ER9] the store is compacted at most once in five minutes, however many requests arrive', async () => {
  const { ask, pass, erased, left } = open()
  for (let second = 0; second < 3_600; second += 10) {
    await ask(`p${second}`)
    await pass(10_000)
  }
  await pass(5 * minute)
  expect(left()).toEqual([])
  expect(erased.filter(({ skipCompaction }) => !skipCompaction).length).toBeLessThanOrEqual(13)
})

test('[ER10] a failed erasure is retried after a minute, and not with every new request', async () => {
  const { ask, pass, fail, faults, left } = open()
  fail(new Error('no room'))
  await ask('ann')
  await ask('bob')
  expect(faults).toHaveLength(1)
  fail(null)
  await pass(minute)
  expect(left()).toEqual([])
})

test('[ER11] one round erases a limited number of accounts, the next round the rest', { tags: 'slow' }, async () => {
  const { ask, pass, left } = open()
  await ask('first')
  await ask(...Array.from({ length: 250 }, (_, at) => `p${at}`))
  await pass(5 * minute)
  for (let more = 0; more < 40; more += 1) await turns()
  expect(left()).toHaveLength(50)
  await pass(5 * minute)
  for (let more = 0; more < 40; more += 1) await turns()
  expect(left()).toEqual([])
})
