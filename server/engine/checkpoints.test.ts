import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { freshId, person } from '../testing/principals.ts'
import { purse, sampleFeatures } from '../testing/sampleFeature.ts'
import { createHub, type HubOptions } from './createHub.ts'

const ann = person('ann')

async function openHub(options: Partial<HubOptions> = {}, memory = createMemoryStorage()) {
  const clock = createTestClock()
  const checkpoints: number[] = []
  const { checkpoint, tail } = memory.storage
  const pages: number[] = []
  const storage = {
    ...memory.storage,
    checkpoint: async (...given: Parameters<typeof checkpoint>) => {
      checkpoints.push(given[0])
      await checkpoint(...given)
    },
    tail: async (...given: Parameters<typeof tail>) => {
      const entries = await tail(...given)
      pages.push(entries.length)
      return entries
    },
  }
  const hub = await createHub({ features: sampleFeatures, storage, clock, onFault: console.error, ...options })
  const give = (to = 'x') =>
    hub.dispatch(ann, {
      id: freshId(clock.now()),
      name: 'sample.give',
      input: { to, coins: 1 },
    })
  return { hub, memory, clock, checkpoints, pages, give }
}

test('[AM16] a checkpoint is written after so many entries, so many characters, or a minute', async () => {
  const many = await openHub({ checkpointEntries: 5 })
  for (let count = 0; count < 11; count += 1) await many.give()
  expect(many.checkpoints).toEqual([5, 10])
  const large = await openHub({ checkpointCharacters: 3_000 })
  for (let count = 0; count < 12; count += 1) await large.give('y'.repeat(100))
  const [first = 0] = large.checkpoints
  const characters = large.memory.journal.map((entry) => JSON.stringify(entry).length)
  const sumTo = (seq: number) => characters.slice(0, seq).reduce((sum, count) => sum + count, 0)
  expect([sumTo(first) >= 3_000, sumTo(first - 1) < 3_000]).toEqual([true, true])
  expect(large.checkpoints.length).toBeGreaterThan(1)
  const quiet = await openHub()
  await quiet.give()
  expect(quiet.checkpoints).toEqual([])
  quiet.clock.pass(60_000)
  expect(quiet.checkpoints).toEqual([1])
})

test('[AM17] a hub replays a long journal some entries at a time, and then takes a checkpoint of it', async () => {
  const { memory, give, hub } = await openHub()
  for (let count = 0; count < 60; count += 1) await give()
  await hub.settled()
  hub.abandon()
  const whole = [...memory.journal]
  for (let seq = 61; seq <= 1_000; seq += 1)
    memory.journal.push({ ...(whole[0] as (typeof whole)[0]), seq, changes: [] })
  const next = await openHub({ checkpointEntries: 500 }, memory)
  expect(next.pages.reduce((sum, count) => sum + count)).toBe(1_000)
  expect(Math.max(...next.pages)).toBeLessThanOrEqual(200)
  expect(next.hub.read(purse, 'ann').coins).toBe(40)
  expect(next.hub.durableSeq()).toBe(1_000)
  expect(next.checkpoints).toEqual([1_000])
})
