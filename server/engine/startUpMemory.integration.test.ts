import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openRedisStorage } from '../storage/redis/redis.ts'
import { longLeaseTimes } from '../storage/redis/testing/leaseTimes.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite.ts'
import { fillLongJournal, startOn } from '../testing/longJournal.ts'
import { startRedis } from '../testing/redisProcess.ts'
import type { Storage } from './storage.ts'

/** A start that held the entries of the long journal would need more. */
const heapMb = 64
const short = 20_000
const long = 100_000
const removals: (() => unknown)[] = []
afterAll(async () => {
  for (const remove of removals) await remove()
})

const stores: Readonly<Record<string, () => Promise<{ readonly place: string; readonly storage: Storage }>>> = {
  async SQLite() {
    const place = mkdtempSync(join(tmpdir(), 'waterhole-long-'))
    removals.push(() => rmSync(place, { recursive: true }))
    return { place, storage: await openSqliteStorage({ folder: place }) }
  },
  async Redis() {
    const redis = await startRedis({ config: { appendfsync: 'no' } })
    removals.push(redis.remove)
    return {
      place: redis.url,
      storage: await openRedisStorage({ url: redis.url, node: 'filling', times: longLeaseTimes }),
    }
  },
}

describe.each(Object.keys(stores))('%s', (name) => {
  const started = async (entries: number) => {
    const opened = await stores[name]?.()
    if (!opened) throw new Error(name)
    const { place, storage } = opened
    const given = await fillLongJournal(storage, entries, Date.now())
    await storage.close()
    const start = await startOn(place, given, heapMb)
    expect(start.lastSeq).toBe(entries)
    expect(start.answers).toEqual(given.map(({ answer }) => answer))
    return { start, again: await startOn(place, given, heapMb), given }
  }

  test(`[AM18] a hub with a heap of ${heapMb} MB starts on 100,000 entries that no checkpoint holds, in the memory that 20,000 take, and answers the ids of the first and the last as before`, async () => {
    const few = await started(short)
    const many = await started(long)
    const figures = [few, many].map(({ start: { heapMb: left, mostHeapMb, mostMemoryMb, tookMs } }) =>
      JSON.stringify({ left, mostHeapMb, mostMemoryMb, tookMs }),
    )
    console.log(`${name}: ${figures.join(' ')}`)
    expect(many.start.heapMb / few.start.heapMb).toBeLessThan(1.3)
    // The start has written a checkpoint: the next one reads no entry, and answers the same.
    expect(many.again.answers).toEqual(many.given.map(({ answer }) => answer))
  })
})
