import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { normalConditions } from '../../../scripts/torture/pipe.ts'
import { DamagedStore, NotWritten, StoreInUse } from '../../engine/storage.ts'
import type { RedisProcess } from '../../testing/redisProcess.ts'
import { sampleEntries, sampleEntry, seededDice, talliesAt } from '../contract/sampleEntries.ts'
import { wholeLoad } from '../contract/wholeLoad.ts'
import type { RedisStorage } from './redis.ts'
import { longLeaseTimes, timesOf } from './testing/leaseTimes.ts'
import { endLease, redisBench } from './testing/redisBench.ts'

const bench = redisBench()
const ALL = 100_000
const journal = '{waterhole}:journal'

const loaded = async (...open: Parameters<typeof bench.open>) => {
  const storage = await bench.open(...open)
  return { storage, ...(await storage.load()) }
}

/** As a node that starts waits for the lease of one that could not give it back: its connection was cut. */
async function loadedOnceFree(port: number) {
  for (;;) {
    const found = await loaded(port).catch((error: unknown) => {
      if (!(error instanceof StoreInUse)) throw error
    })
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('[RW1] an append whose answer was lost is written once', async () => {
  const redis = await bench.redis()
  const proxy = await bench.proxy(redis.port)
  const { storage, epoch } = await loaded(proxy.port)
  await storage.append([sampleEntry(1, epoch)])
  for (let seq = 2; seq <= 10; seq += 3) {
    proxy.set({ down: { ...normalConditions, flow: 'lost' } })
    const appended = storage.append(sampleEntries(seq, seq + 2, epoch))
    await expect.poll(async () => redis.command('XLEN', journal), { interval: 5 }).toBe(seq + 2)
    proxy.restore()
    await appended
  }
  expect(await storage.tail(0, ALL)).toEqual(sampleEntries(1, 10, epoch))
  expect((await storage.archivePage({ kind: 'audit', about: 'tally/t1', before: null, limit: 9 })).rows).toHaveLength(2)
  expect(storage.holdsLease()).toBe(true)
})

test('[RW2] when Redis is killed and restarted under load all acknowledged entries are kept in order, and the lease too', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await loaded(redis.port)
  const dice = seededDice(2)
  let last = 0
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      const to = last + 1 + dice(20)
      await storage.append(sampleEntries(last + 1, to, epoch))
      last = to
    }
  })()
  for (let kill = 0; kill < 4; kill += 1) {
    const before = last
    await expect.poll(() => last, { interval: 5 }).toBeGreaterThan(before + 50)
    await redis.kill()
    await redis.restart()
  }
  isOver = true
  await writing
  expect(await storage.tail(0, ALL)).toEqual(sampleEntries(1, last, epoch))
  expect(storage.connection().up).toBe(true)
})

test('[RW3] appends that wait for a paused Redis are written when it resumes', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await loaded(redis.port)
  redis.pause()
  const appends = [storage.append(sampleEntries(1, 2, epoch)), storage.append(sampleEntries(3, 5, epoch))]
  await new Promise((resolve) => setTimeout(resolve, 300))
  redis.resume()
  await Promise.all(appends)
  expect(await storage.tail(0, ALL)).toEqual(sampleEntries(1, 5, epoch))
})

test('[RW4] when Redis is paused past the end of the lease the outcome is unknown, and nothing is written afterwards', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await loaded(redis.port, { times: timesOf(5_000) })
  await storage.append([sampleEntry(1, epoch)])
  redis.pause()
  await expect(storage.append([sampleEntry(2, epoch)])).rejects.toThrow('it is unknown')
  expect(storage.holdsLease()).toBe(false)
  expect(storage.connection()).toMatchObject({ up: false, why: expect.stringContaining('does not answer') })
  await expect(storage.append([sampleEntry(2, epoch)])).rejects.toMatchObject({ reason: 'fenced' })
  redis.resume()
  const other = await bench.open(redis.port)
  await other.whenLeaseFree(new AbortController().signal)
  expect((await wholeLoad(other)).entries.length).toBeLessThanOrEqual(2)
})

/** Expects that batches are refused as a whole. */
async function expectRefusal(storage: RedisStorage, epoch: number, reason: string, message: RegExp) {
  const before = await storage.tail(0, ALL)
  const [first, second] = [storage.append([sampleEntry(2, epoch)]), storage.append([sampleEntry(3, epoch)])]
  for (const refused of [first, second]) {
    const error = await refused.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(NotWritten)
    expect(error).toMatchObject({ reason, message: expect.stringMatching(message) })
  }
  expect(await storage.tail(0, ALL)).toEqual(before)
  const page = await storage.archivePage({ kind: 'audit', about: 'tally/t2', before: null, limit: 9 })
  expect(page.rows).toEqual([])
}

/** Resolves when the lease has been renewed. */
async function expectRenewal(redis: RedisProcess) {
  let before = Number.POSITIVE_INFINITY
  const isRenewed = async () => {
    const last = before
    before = Number(await redis.command('PTTL', '{waterhole}:lease'))
    return before > last
  }
  await expect.poll(isRenewed).toBe(true)
}

test('[RW5] without free memory batches are refused as a whole, the lease is kept, and appends succeed afterwards', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await loaded(redis.port)
  await storage.append([sampleEntry(1, epoch)])
  await redis.set('maxmemory', '1')
  await expectRefusal(storage, epoch, 'full', /no memory left.*maxmemory/)
  await expectRenewal(redis)
  expect(storage.holdsLease()).toBe(true)
  await redis.set('maxmemory', '0')
  await storage.append(sampleEntries(2, 4, epoch))
  expect(await storage.tail(0, ALL)).toEqual(sampleEntries(1, 4, epoch))
})

test('[RW6] a Redis that has become a replica refuses appends until it is a master again', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await loaded(redis.port)
  await storage.append([sampleEntry(1, epoch)])
  await redis.command('REPLICAOF', '127.0.0.1', '1')
  await expectRefusal(storage, epoch, 'refused', /replica/)
  await redis.command('REPLICAOF', 'NO', 'ONE')
  await storage.append([sampleEntry(2, epoch)])
})

test('[RW7] a Redis that cannot write its snapshot, or has too few replicas, refuses appends with the cause', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await loaded(redis.port)
  await storage.append([sampleEntry(1, epoch)])
  await redis.set('min-replicas-to-write', '1')
  await expectRefusal(storage, epoch, 'refused', /min-replicas-to-write/)
  await redis.set('min-replicas-to-write', '0')
  await redis.set('save', '3600 1000000')
  mkdirSync(join(redis.folder, 'dump.rdb', 'full'), { recursive: true })
  await redis.command('BGSAVE')
  await expect.poll(() => redis.command('INFO', 'persistence')).toContain('rdb_last_bgsave_status:err')
  await expectRefusal(storage, epoch, 'refused', /cannot save its data/)
  rmSync(join(redis.folder, 'dump.rdb'), { recursive: true })
  await redis.set('save', '')
  await storage.append([sampleEntry(2, epoch)])
})

test('[RW8] a batch with a command id that was written before is refused as a whole', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await loaded(redis.port)
  await storage.append(sampleEntries(1, 3, epoch))
  const again = sampleEntry(5, epoch, { commandId: 'order-2', actor: 'player2' })
  await expect(storage.append([sampleEntry(4, epoch), again])).rejects.toThrow(/order-2.*entry 2/)
  expect(await storage.tail(0, ALL)).toHaveLength(3)
  await storage.append([sampleEntry(4, epoch, { commandId: 'order-2', actor: 'someone else' })])
  await storage.append([sampleEntry(5, epoch, { commandId: null }), sampleEntry(6, epoch, { commandId: null })])
})

test('[RW9] entries that another program adds to the journal or an archive are detected before the next append', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await loaded(redis.port)
  await storage.append([sampleEntry(1, epoch)])
  await redis.command('XADD', '{waterhole}:archive:audit', '900-0', 'e', '{}')
  await expect(storage.append([sampleEntry(2, epoch)])).rejects.toThrow(/audit holds 900-0/)
  await redis.command('XADD', journal, '77-0', 'e', '{}')
  const error = await storage.append([sampleEntry(2, epoch)]).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(DamagedStore)
  expect(String(error)).toMatch(/changed by another program.*77-0/)
  expect(await redis.command('XLEN', journal)).toBe(2)
})

test('[RW10] when Redis is killed during a checkpoint, either the last one or this one is complete', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await loaded(redis.port)
  await storage.append(sampleEntries(1, 200, epoch))
  await storage.checkpoint(100, talliesAt(100))
  const filler = Array.from({ length: 2_000 }, (_, at) => ({
    id: `wallet/p${at}` as const,
    version: 1,
    value: { at, text: 'x'.repeat(200) },
  }))
  const written = storage.checkpoint(200, [...filler, ...talliesAt(200)])
  await new Promise((resolve) => setTimeout(resolve, 20))
  await redis.kill()
  await redis.restart()
  await written
  await storage.close()
  const again = await loadedOnceFree(redis.port)
  expect(again).toMatchObject({ checkpointSeq: 200, lastSeq: 200 })
  expect(again.documents).toHaveLength(2_005)
  expect(again.documents).toEqual(expect.arrayContaining(talliesAt(200)))
})

test('[RW11] a checkpoint of many documents ends and is complete', async () => {
  const redis = await bench.redis()
  const { storage } = await loaded(redis.port)
  const many = Array.from({ length: 15_000 }, (_, at) => ({ id: `wallet/p${at}` as const, version: 1, value: { at } }))
  await storage.checkpoint(0, many)
  expect(await redis.command('HLEN', '{waterhole}:staged')).toBe(0)
  expect((await storage.loadView()).documents).toHaveLength(15_000)
})

test('[RW12] the bus reports a gap after its connection was cut off silently', async () => {
  const redis = await bench.redis()
  const proxy = await bench.proxy(redis.port)
  const [near, away] = [await bench.open(redis.port), await bench.open(proxy.port)]
  const received: string[] = []
  let gaps = 0
  away.bus.listen('live', (message) => received.push(Buffer.from(message).toString()))
  away.bus.onGap(() => {
    gaps += 1
  })
  const held = { ...normalConditions, flow: 'held' } as const
  const cutOff = async () => {
    proxy.set({ up: held, down: held })
    await expect.poll(() => away.connection().up).toBe(false)
    proxy.restore()
    await expect.poll(() => away.connection().up).toBe(true)
    return gaps
  }
  // Its connection for messages is another than that for commands. Where it did not notice yet, it lost nothing.
  await expect.poll(cutOff).toBeGreaterThan(0)
  near.bus.send('live', Buffer.from('after'))
  await expect.poll(() => received.at(-1)).toBe('after')
})

/** A lease as with a clock that stands still: never renewed, and still trusted. */
const deluded = { ...longLeaseTimes, renewEveryMs: 600_000 }

const afterTakeOver = async () => {
  const redis = await bench.redis()
  const old = await bench.open(redis.port, { times: deluded })
  const { epoch } = await old.load()
  await old.append(sampleEntries(1, 5, epoch))
  const next = await bench.open(redis.port)
  await endLease(redis)
  const taken = await next.load()
  expect(old.holdsLease()).toBe(true)
  return { redis, old, epoch, next, taken }
}
const fenced = { reason: 'fenced' }

test('[RF14] [V15.4.2] Redis refuses a node that trusts an ended lease, even before the next holder has written', async () => {
  const { redis, old, epoch, next, taken } = await afterTakeOver()
  const lost: string[] = []
  old.onLeaseLost((why) => lost.push(why))
  await expect(old.append([sampleEntry(6, epoch)])).rejects.toMatchObject(fenced)
  expect(await redis.command('XLEN', '{waterhole}:journal')).toBe(5)
  expect([lost.length, old.holdsLease()]).toEqual([1, false])
  await next.append([sampleEntry(6, taken.epoch)])
})

test('[RF15] such a node can neither write a checkpoint, erase or trim, nor take the lease from its holder', async () => {
  for (const act of ['checkpoint', 'forget', 'giveBack'] as const) {
    const { old, next, taken } = await afterTakeOver()
    const forgetting = { ids: ['player1'], externalIds: [], documents: [], archives: {} }
    if (act === 'checkpoint') await expect(old.checkpoint(5, talliesAt(5))).rejects.toMatchObject(fenced)
    if (act === 'forget') await expect(old.erase(forgetting)).rejects.toMatchObject(fenced)
    if (act === 'giveBack') await old.releaseLease()
    const viewed = await old.loadView()
    expect(viewed).toMatchObject({ epoch: taken.epoch, checkpointSeq: 0, lastSeq: taken.lastSeq })
    await next.append([sampleEntry(6, taken.epoch)])
    expect(next.holdsLease()).toBe(true)
  }
})

test('[RF16] an ended lease is not renewed, even if no other node has taken it', async () => {
  const redis = await bench.redis()
  const old = await bench.open(redis.port)
  const { epoch } = await old.load()
  await endLease(redis)
  await expect.poll(old.holdsLease).toBe(false)
  expect(await redis.command('EXISTS', '{waterhole}:lease')).toBe(0)
  await expect(old.append([sampleEntry(1, epoch)])).rejects.toMatchObject(fenced)
  expect((await old.load()).epoch).toBe(epoch + 1)
})
