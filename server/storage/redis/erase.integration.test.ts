import { createClient } from '@redis/client'
import { expect, test } from 'vitest'
import type { Erasure } from '../../engine/storage.ts'
import { sampleEntry } from '../contract/sampleEntries.ts'
import { redisBench } from './testing/redisBench.ts'

const bench = redisBench()
const ENTRIES = 2_000
const LARGE = 40_000
const erasure: Erasure = { ids: ['ann-1'], externalIds: ['76561198012345678'], documents: [], archives: {} }

/** Every fiftieth entry is large. */
const entryOf = (seq: number, epoch: number) => {
  const text = `${seq % 2 === 0 ? '76561198012345678' : 'free'} ${'x'.repeat(seq % 50 === 0 ? LARGE : 100)}`
  const about = [seq % 3 === 0 ? 'ann-1' : 'bob-1']
  return sampleEntry(seq, epoch, { input: { text }, changes: [], archive: [{ kind: 'notes', about, row: { text } }] })
}

/** Per script of the hub, the calls that it made in Redis, and their length in characters. */
const countCalls = (lines: readonly string[]) => {
  const scripts: { calls: number; characters: number }[] = []
  for (const line of lines) {
    const isOfScript = /^\S+ \[\d+ lua\]/.test(line)
    const last = scripts.at(-1)
    if (/ "EVAL(SHA)?" /i.test(line)) scripts.push({ calls: 0, characters: 0 })
    else if (isOfScript && last) {
      last.calls += 1
      last.characters += line.length
    }
  }
  return scripts
}

test('[DM16] each call of an erasure in Redis writes a bounded number of rows and characters, however large the store is', async () => {
  const redis = await bench.redis()
  const storage = await bench.open(redis.port)
  const { epoch } = await storage.load()
  for (let first = 1; first <= ENTRIES; first += 20)
    await storage.append(Array.from({ length: 20 }, (_, at) => entryOf(first + at, epoch)))
  await storage.checkpoint(ENTRIES, [])
  const monitor = createClient({ url: redis.url })
  await monitor.connect()
  const lines: string[] = []
  await monitor.monitor((line) => lines.push(String(line)))
  await storage.erase({ ...erasure, skipCompaction: true })
  // What Redis did before this is then in the lines.
  await redis.command('ECHO', 'all seen')
  await expect.poll(() => lines.some((line) => line.includes('all seen'))).toBe(true)
  const scripts = countCalls(lines).filter(({ calls }) => calls > 2)
  expect(scripts.length).toBeGreaterThan(ENTRIES / 200)
  for (const { calls, characters } of scripts) {
    expect(calls).toBeLessThan(210)
    expect(characters).toBeLessThan(150_000 + 2 * LARGE + 200 * 200)
  }
  monitor.destroy()
})

test('[DM26] rows that were removed as too old leave no key that names their persons', async () => {
  const redis = await bench.redis()
  const storage = await bench.open(redis.port)
  const { epoch } = await storage.load()
  const rowAbout = (person: string) => ({ kind: 'chat', about: [person], row: { text: 'hello' } })
  await storage.append([
    sampleEntry(1, epoch, { at: 1_000, changes: [], archive: [rowAbout('ann-1'), rowAbout('bob-1')] }),
  ])
  await storage.append([sampleEntry(2, epoch, { at: 9_000, changes: [], archive: [rowAbout('bob-1')] })])
  expect(await storage.prune('chat', 5_000)).toBe(2)
  expect(await redis.command('SMEMBERS', '{waterhole}:aboutKeys')).toEqual(['chat/bob-1'])
  const keys = (await redis.command('KEYS', '*')) as string[]
  expect(keys.filter((key) => key.includes('ann-1'))).toEqual([])
})

test('[MX6] an erasure that is repeated by the next leader leaves nothing of documents that the last one was moving when it crashed', async () => {
  const redis = await bench.redis()
  const storage = await bench.open(redis.port)
  const { epoch } = await storage.load()
  await storage.append([sampleEntry(1, epoch, { changes: [], archive: [] })])
  await storage.checkpoint(1, [{ id: 'account/ann-1', version: 1, value: { name: 'Annie' } }])
  // As after the step that makes a checkpoint valid, and before its documents are moved.
  await redis.command('HSET', '{waterhole}:staged', 'account/ann-1', '2 {"name":""}')
  await redis.command('HSET', '{waterhole}:head', 'moving', '1')
  await storage.erase({ ...erasure, externalIds: [], skipCompaction: true })
  expect(await redis.command('HGETALL', '{waterhole}:docs')).toEqual(['account/ann-1', '2 {"name":""}'])
  expect(await redis.command('EXISTS', '{waterhole}:staged')).toBe(0)
})

test('[MX9] an erasure for which Redis has too little memory is refused, keeps none of it, and commands are written again', async () => {
  const redis = await bench.redis()
  const storage = await bench.open(redis.port)
  const { epoch } = await storage.load()
  for (let first = 1; first <= ENTRIES; first += 20)
    await storage.append(Array.from({ length: 20 }, (_, at) => entryOf(first + at, epoch)))
  await storage.checkpoint(ENTRIES, [])
  const memory = String(await redis.command('INFO', 'memory'))
  // The copy of the journal needs more than this, and an append much less.
  const room = 200_000
  await redis.set('maxmemory', String(Number(/used_memory:(\d+)/.exec(memory)?.[1]) + room))
  await expect(storage.erase({ ...erasure, skipCompaction: true })).rejects.toThrow('its maxmemory is reached')
  expect(await redis.command('EXISTS', '{waterhole}:rewritten')).toBe(0)
  // Redis frees what was removed in the background.
  const append = () => storage.append([sampleEntry(ENTRIES + 1, epoch, { changes: [] })]).catch((error: Error) => error)
  await expect.poll(append).toBeUndefined()
  await redis.set('maxmemory', '0')
  await storage.erase({ ...erasure, skipCompaction: true })
  expect(JSON.stringify(await storage.tail(0, 100))).not.toContain('76561198012345678')
})
