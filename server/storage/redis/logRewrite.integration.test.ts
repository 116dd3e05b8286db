import { readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limitFiles } from '../../../scripts/torture/applyFault.ts'
import type { Loaded } from '../../engine/storage.ts'
import type { RedisProcess } from '../../testing/redisProcess.ts'
import { sampleEntries, sampleEntry } from '../contract/sampleEntries.ts'
import { wholeView } from '../contract/wholeLoad.ts'
import { timesOf } from './testing/leaseTimes.ts'
import { endLease, redisBench } from './testing/redisBench.ts'

const bench = redisBench()
const ALL = 100_000
/** Ends in Redis: ending it by a command would write to the torn log. */
const times = timesOf(8_000)

/** Leaves the log as a full disk or a crash does: the last append begins in it and does not end. */
function tearLog({ folder }: RedisProcess) {
  const place = join(folder, 'appendonlydir')
  const newest = readdirSync(place)
    .filter((name) => name.endsWith('.incr.aof'))
    .toSorted((a, b) => Number(a.split('.').at(-3)) - Number(b.split('.').at(-3)))
    .at(-1)
  const file = join(place, newest ?? '')
  const begun = readFileSync(file).lastIndexOf('ZADD')
  expect(begun).toBeGreaterThan(0)
  truncateSync(file, begun + 2)
}

/** A store whose sixth entry was torn, opened by another node. */
async function writtenOverTornLog(redis: RedisProcess) {
  const first = await bench.open(redis.port, { times })
  const { epoch } = await first.load()
  await first.append(sampleEntries(1, 5, epoch))
  await first.append([sampleEntry(6, epoch, { commandId: 'torn' })])
  await redis.kill()
  await first.close()
  tearLog(redis)
  await redis.restart()
  const second = await bench.open(redis.port)
  await second.whenLeaseFree(new AbortController().signal)
  const again = await second.load()
  expect(again.lastSeq).toBe(5)
  return { storage: second, epoch: again.epoch }
}

const restartedAgain = async (redis: RedisProcess) => {
  await redis.kill()
  await redis.restart()
}

test('[RZ1] entries that are written after Redis lost the end of its log survive its next start', async () => {
  const redis = await bench.redis()
  const { storage, epoch } = await writtenOverTornLog(redis)
  await storage.append(sampleEntries(6, 9, epoch))
  await restartedAgain(redis)
  await storage.append([sampleEntry(10, epoch)])
  expect(await storage.tail(0, ALL)).toEqual([...sampleEntries(1, 5, epoch - 1), ...sampleEntries(6, 10, epoch)])
})

test('[RZ2] the log is rewritten once for each start of Redis, by any node', async () => {
  const redis = await bench.redis()
  const writings = async () =>
    Number(/aof_rewrites:(\d+)/.exec(String(await redis.command('INFO', 'persistence')))?.[1] ?? 'no number')
  const first = await bench.open(redis.port)
  const { epoch } = await first.load()
  await first.append([sampleEntry(1, epoch)])
  await redis.restart()
  await bench.open(redis.port)
  await expect.poll(() => first.connection().up).toBe(true)
  const before = await writings()
  expect(before).toBeGreaterThan(0)
  await bench.open(redis.port)
  await bench.open(redis.port)
  expect(await writings()).toBe(before)
})

test('[RZ3] a Redis that does not permit BGREWRITEAOF is used, with a warning', async () => {
  const redis = await bench.redis({
    lines: [['user', 'default', 'on', 'nopass', '~*', '&*', '+@all', '-bgrewriteaof']],
  })
  const first = await bench.open(redis.port)
  const { epoch } = await first.load()
  await first.append([sampleEntry(1, epoch)])
  await first.close()
  await redis.restart()
  const second = await bench.open(redis.port)
  await second.loadView()
  expect(bench.said.join(' ')).toContain('does not let the hub use BGREWRITEAOF')
})

test('[RZ4] while the log cannot be rewritten the store is read-only, and it recovers by itself', async () => {
  const redis = await bench.redis()
  const first = await bench.open(redis.port)
  const { epoch } = await first.load()
  await first.append(sampleEntries(1, 400, epoch))
  await redis.kill()
  await first.close()
  await redis.restart()
  await endLease(redis)
  const pid = Number(/process_id:(\d+)/.exec(String(await redis.command('INFO', 'server')))?.[1])
  limitFiles(pid, 20_000)
  const second = await bench.open(redis.port)
  expect((await wholeView(second)).entries).toHaveLength(400)
  expect(bench.said.join(' ')).toContain('could not rewrite its log')
  await expect(second.load()).rejects.toMatchObject({
    reason: 'refused',
    message: expect.stringContaining('disk is full'),
  })
  limitFiles(pid, null)
  let again: Loaded | null = null
  const load = async () => {
    again ??= await second.load().catch(() => null)
    return again
  }
  await expect.poll(load).toMatchObject({ lastSeq: 400 })
  await second.append([sampleEntry(401, (await load())?.epoch ?? 0)])
})
