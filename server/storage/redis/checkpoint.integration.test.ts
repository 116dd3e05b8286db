import { expect, test } from 'vitest'
import { DamagedStore } from '../../engine/storage.ts'
import type { RedisProcess } from '../../testing/redisProcess.ts'
import { sampleEntries, talliesAt } from '../contract/sampleEntries.ts'
import { wholeLoad } from '../contract/wholeLoad.ts'
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

test('[RT6] entries that are old, in a checkpoint and read by all are trimmed; the rest loads, and the last entry stays', async () => {
  const { redis, first } = await trimmed(0)
  expect(first).toBeGreaterThan(800)
  expect(first).toBeLessThanOrEqual(1_000)
  const storage = await bench.open(redis.port)
  const { documents, checkpointSeq, epoch } = await storage.load()
  expect([documents.length, checkpointSeq]).toEqual([5, 1_000])
  await expect(storage.tail(10, 5)).rejects.toThrow(`it was trimmed, and begins with entry ${first}`)
  expect(await redis.command('ZCARD', '{waterhole}:ids')).toBe(1_000 - first + 1)
  await storage.append(sampleEntries(1_001, 1_001, epoch))
  expect(bench.said.filter((line) => line.includes('another program'))).toEqual([])
  const page = { kind: 'audit', about: 'tally/t1', before: null, limit: 999 }
  expect((await storage.archivePage(page)).rows).toHaveLength(201)
})

test('[RT7] entries that are not old by the clock of Redis are kept', async () => {
  expect((await trimmed(3_600_000)).first).toBe(1)
})

test('[RT8] entries that a live reader has not read are kept', async () => {
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

test('[RT9] a load reads no entry that the checkpoint covers', async () => {
  const redis = await bench.redis()
  const storage = await bench.open(redis.port)
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, 300, epoch))
  await storage.checkpoint(300, talliesAt(300))
  await storage.append(sampleEntries(301, 303, epoch))
  await storage.close()
  // Rows that would fail if they were read.
  await redis.command('XTRIM', journal, 'MINID', '300-0')
  const again = await bench.open(redis.port)
  const loaded = await wholeLoad(again)
  expect(loaded).toMatchObject({ checkpointSeq: 300 })
  expect(loaded.entries.map(({ seq }) => seq)).toEqual([301, 302, 303])
})

test('[RT10] a checkpoint that its leader could not move is loaded with its documents; answers that format 2 staged are removed', async () => {
  const redis = await bench.redis()
  const storage = await bench.open(redis.port)
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, 20, epoch))
  await storage.checkpoint(10, talliesAt(10))
  await storage.close()
  // As a leader leaves it that is killed after the checkpoint has become valid.
  const tallies = talliesAt(20).flatMap(({ id, version, value }) => [id, `${version} ${JSON.stringify(value)}`])
  await redis.command('HSET', '{waterhole}:staged', ...tallies, '#20', '20 {}')
  await redis.command('HSET', '{waterhole}:head', 'checkpoint', '20', 'round', '2', 'moving', '1')
  const again = await bench.open(redis.port)
  const loaded = await again.load()
  expect(loaded.documents.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(talliesAt(20))
  await again.checkpoint(20, [])
  await again.close()
  expect(await redis.command('EXISTS', '{waterhole}:staged')).toBe(0)
  const last = await bench.open(redis.port)
  expect((await last.load()).documents).toHaveLength(5)
})

test('[MY3] a checkpoint for which {waterhole}:times is a key of another type names it, leaves the last one valid, and ends the lease until it is mended', async () => {
  const redis = await bench.redis()
  const storage = await bench.open(redis.port)
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, 20, epoch))
  await storage.checkpoint(10, talliesAt(10))
  // A hold waits for the checkpoint's trimming, which would find the damage first.
  await (await storage.hold?.())?.letGo()
  const times = '{waterhole}:times'
  await redis.command('DEL', times)
  await redis.command('SET', times, 'x')
  const head = () => redis.command('HMGET', '{waterhole}:head', 'seq', 'checkpoint', 'round', 'moving')
  const before = await head()
  const lost: string[] = []
  storage.onLeaseLost((why) => lost.push(why))
  const reason = await storage.checkpoint(20, talliesAt(20)).catch((error: unknown) => error)
  expect(reason).toBeInstanceOf(DamagedStore)
  expect((reason as Error).message).toContain(`holds ${times} as a string, where the hub has a zset`)
  expect(await head()).toEqual(before)
  expect(lost).toEqual([(reason as Error).message])
  await storage.whenLeaseFree(new AbortController().signal)
  await expect(storage.load()).rejects.toThrow(`holds ${times} as a string`)
  await redis.command('DEL', times)
  const loaded = await wholeLoad(storage)
  expect(loaded).toMatchObject({ checkpointSeq: 10, lastSeq: 20 })
  expect(loaded.entries).toHaveLength(10)
  await storage.checkpoint(20, talliesAt(20))
  expect(await redis.command('ZCARD', times)).toBe(1)
})
