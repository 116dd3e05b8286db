import { expect, test } from 'vitest'
import type { RedisProcess } from '../../testing/redisProcess.ts'
import { sampleEntries, talliesAt } from '../contract/sampleEntries.ts'
import { redisBench } from './testing/redisBench.ts'

const bench = redisBench()
const journal = '{waterhole}:journal'

/** A journal of 1,000 entries with a checkpoint of the first 900, and a later one that trims. */
const trimmed = async (journalKeptMs: number, before: (redis: RedisProcess) => Promise<unknown> = async () => {}) => {
  const redis = await bench.redis()
  const storage = await bench.open(redis.port, { journalKeptMs })
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, 900, epoch))
  await before(redis)
  await storage.checkpoint(900, talliesAt(900))
  await storage.append(sampleEntries(901, 1_000, epoch))
  await storage.checkpoint(1_000, talliesAt(1_000))
  await storage.close()
  const [first] = (await redis.command('XRANGE', journal, '-', '+', 'COUNT', '1')) as [[string, string[]]]
  return { redis, first: Number.parseInt(first[0], 10) }
}

test('[RT1] entries that are old, in a checkpoint and read by all are trimmed; the rest loads, and the last entry stays', async () => {
  const { redis, first } = await trimmed(0)
  expect(first).toBeGreaterThan(800)
  expect(first).toBeLessThanOrEqual(1_000)
  const storage = await bench.open(redis.port)
  const { documents, checkpointSeq, epoch } = await storage.load()
  expect([documents.length, checkpointSeq]).toEqual([5, 1_000])
  await expect(storage.tail(10, 5)).rejects.toThrow(`it was trimmed, and begins with entry ${first}`)
  expect(await redis.command('ZCARD', '{waterhole}:ids')).toBe(1_000 - first + 1)
  await storage.append(sampleEntries(1_001, 1_001, epoch))
  expect(bench.said.filter((words) => words.includes('somebody else'))).toEqual([])
  const page = { kind: 'audit', about: 'tally/t1', before: null, limit: 999 }
  expect((await storage.archivePage(page)).rows).toHaveLength(201)
})

test('[RT2] entries that are not old by the clock of Redis are kept', async () => {
  expect((await trimmed(3_600_000)).first).toBe(1)
})

test('[RT3] entries that a live reader has not read are kept', async () => {
  const { first } = await trimmed(0, async (redis) => {
    const reader = await bench.open(redis.port)
    await reader.loadView()
    const stop = reader.follow(300, { entries: () => {}, missing: () => {} })
    await expect.poll(() => redis.command('HLEN', '{waterhole}:readers'), { interval: 10 }).toBe(1)
    stop()
  })
  expect(first).toBeGreaterThan(200)
  expect(first).toBeLessThanOrEqual(301)
})
