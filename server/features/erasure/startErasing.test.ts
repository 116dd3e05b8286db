import { expect, test } from 'vitest'
import { Erasures } from '../../../shared/features/erasure/erasures.ts'
import type { Hub, Published } from '../../engine/hub.ts'
import type { Forgetting } from '../../engine/storage.ts'
import { createTestClock } from '../../testing/clock.ts'
import { startErasing } from './startErasing.ts'

const minute = 60_000
const turns = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}

/** A hub that only notes whom it is to forget. */
function open() {
  const clock = createTestClock()
  const pending: Record<string, { account: string; words: string[]; documents: [] }> = {}
  const forgotten: Forgetting[] = []
  const recorded: (readonly string[])[] = []
  const faults: unknown[] = []
  let listener = (_published: readonly Published[]) => {}
  let failure: Error | null = null
  const told = () => listener([{ id: 'erasures/all', version: 1, patches: [] }])
  const hub: Pick<Hub, 'read' | 'order' | 'onPublish' | 'forget'> = {
    read: () => Erasures.parse({ pending: structuredClone(pending) }) as never,
    async order(_actor, name, input) {
      const { erasure } = input as { erasure: string }
      if (name === 'erasure.finish') delete pending[erasure]
      else Object.assign(pending[erasure] ?? {}, { words: [] })
      told()
    },
    onPublish(given) {
      listener = given
      return () => {
        listener = () => {}
      }
    },
    async forget(forgetting) {
      if (failure) throw failure
      forgotten.push(forgetting)
    },
  }
  const erasing = startErasing({
    ...{ hub, clock },
    forgetRecorded: async (ids) => void recorded.push(ids),
    onFault: (_what, error) => void faults.push(error),
  })
  return {
    ...{ clock, forgotten, recorded, faults, erasing },
    fail(error: Error | null) {
      failure = error
    },
    async ask(...names: string[]) {
      for (const account of names) pending[account] = { account, words: [`steam-${account}`], documents: [] }
      told()
      await turns()
    },
    async pass(ms: number) {
      clock.pass(ms)
      await turns()
    },
    left: () => Object.keys(pending),
  }
}

test('[ER8] the first is forgotten at once, and who asks after that together, five minutes later', async () => {
  const { ask, pass, forgotten, left, recorded } = open()
  await ask('ann')
  expect(left()).toEqual([])
  expect(forgotten.map(({ ids, words, leavesTraces }) => ({ ids, words, leavesTraces }))).toEqual([
    { ids: ['ann'], words: ['steam-ann'], leavesTraces: true },
    { ids: ['ann'], words: [], leavesTraces: undefined },
  ])
  expect(recorded).toEqual([['steam-ann']])
  for (const name of ['bob', 'cyd', 'dan']) await ask(name)
  await pass(5 * minute - 1)
  expect(forgotten).toHaveLength(2)
  await pass(1)
  expect(left()).toEqual([])
  expect(forgotten.slice(2).map(({ ids }) => ids)).toEqual([
    ['bob', 'cyd', 'dan'],
    ['bob', 'cyd', 'dan'],
  ])
})

test('[ER9] however many ask in whatever order, the store is written anew no more than once in five minutes', async () => {
  const { ask, pass, forgotten, left } = open()
  for (let second = 0; second < 3_600; second += 10) {
    await ask(`p${second}`)
    await pass(10_000)
  }
  await pass(5 * minute)
  expect(left()).toEqual([])
  expect(forgotten.filter(({ leavesTraces }) => !leavesTraces).length).toBeLessThanOrEqual(13)
})

test('[ER10] a store that could not is asked again after a minute, and not each time that somebody asks', async () => {
  const { ask, pass, fail, faults, left } = open()
  fail(new Error('no room'))
  await ask('ann')
  await ask('bob')
  expect(faults).toHaveLength(1)
  fail(null)
  await pass(minute)
  expect(left()).toEqual([])
})

test('[ER11] of very many only so many at once, and the others with the next', async () => {
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
