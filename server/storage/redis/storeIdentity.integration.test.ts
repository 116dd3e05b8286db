import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DamagedStore } from '../../engine/storage.ts'
import type { RedisProcess } from '../../testing/redisProcess.ts'
import { sampleEntries, sampleEntry, talliesAt } from '../contract/sampleEntries.ts'
import { wholeLoad, wholeView } from '../contract/wholeLoad.ts'
import type { RedisStorage } from './redis.ts'
import { endLease, redisBench } from './testing/redisBench.ts'

const bench = redisBench()
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-mark-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const following = (storage: RedisStorage, seq: number) => {
  const missing: string[] = []
  let last = seq
  storage.follow(seq, {
    entries: (entries) => {
      last = entries.at(-1)?.seq ?? last
    },
    missing: (why) => missing.push(why),
  })
  return { missing, last: () => last }
}
const markFile = () => join(folder, 'redis.mark')

/** Restores the files of Redis as they were before `work`. */
async function putBack(redis: RedisProcess, work: () => Promise<void>) {
  const kept = join(folder, 'kept')
  // What Redis has acknowledged may not be in its files yet.
  await expect.poll(() => redis.command('INFO', 'persistence')).toMatch(/aof_buffer_length:0\D/)
  cpSync(redis.folder, kept, { recursive: true })
  await work()
  await redis.kill()
  rmSync(redis.folder, { recursive: true })
  cpSync(kept, redis.folder, { recursive: true })
  await redis.restart()
}
const two = async (config: Readonly<Record<string, string>> = {}) => {
  const redis = await bench.redis({ config })
  const [writer, reader] = [await bench.open(redis.port), await bench.open(redis.port)]
  const { epoch } = await writer.load()
  await writer.append(sampleEntries(1, 20, epoch))
  await reader.loadView()
  return { redis, writer, reader, epoch, follower: following(reader, 0) }
}

test('[RB1] all nodes detect a Redis that is emptied under a running hub, and none starts a new store', async () => {
  const { redis, writer, reader, epoch, follower } = await two()
  await expect.poll(follower.last).toBe(20)
  await redis.command('FLUSHALL')
  await expect(writer.append([sampleEntry(21, epoch)])).rejects.toMatchObject({ reason: 'fenced' })
  await expect.poll(() => follower.missing).toEqual([expect.stringMatching(/gone back from entry 20 to entry 0/)])
  for (const load of [writer.load, writer.loadView, reader.load, reader.loadView])
    await expect(load()).rejects.toThrow(/is empty, but it held entries up to 20.*restart all nodes/)
  expect(await redis.command('DBSIZE')).toBe(0)
  const fresh = await bench.open(redis.port)
  expect((await wholeLoad(fresh)).entries).toEqual([])
})

test('[RB2] an older backup that is restored under a running hub is detected and not written to', async () => {
  const { redis, writer, reader, epoch, follower } = await two()
  await putBack(redis, async () => {
    await writer.append(sampleEntries(21, 30, epoch))
    await expect.poll(follower.last).toBe(30)
  })
  await expect.poll(() => follower.missing).toEqual([expect.stringMatching(/gone back from entry 30 to entry 20/)])
  await expect.poll(writer.holdsLease).toBe(false)
  await endLease(redis)
  const error = await reader.load().catch((error: unknown) => error)
  expect(error).toBeInstanceOf(DamagedStore)
  expect(String(error)).toMatch(/went back: it held entries up to 30, and now ends with 20/)
})

test('[RB3] after a Redis that may lose moments went back, the hub continues, warns of the loss, and skips epochs', async () => {
  const { redis, writer, reader, epoch, follower } = await two({ appendfsync: 'everysec' })
  await putBack(redis, async () => {
    await writer.append(sampleEntries(21, 30, epoch))
    await expect.poll(follower.last).toBe(30)
  })
  await expect.poll(() => follower.missing).toHaveLength(1)
  await expect.poll(writer.holdsLease).toBe(false)
  await endLease(redis)
  const loaded = await reader.load()
  expect(loaded.lastSeq).toBe(20)
  expect(loaded.epoch).toBeGreaterThan(epoch + 100)
  expect(bench.said.join()).toMatch(/went back from entry 30 to entry 20: what was acknowledged in between is lost/)
  await reader.append([sampleEntry(21, loaded.epoch, { actor: 'next' })])
  expect((await wholeView(writer)).entries.at(-1)?.actor).toBe('next')
})

test('[RB4] a store that went back and was written to is not taken for the known one', async () => {
  const { redis, writer, epoch, follower } = await two({ appendfsync: 'everysec' })
  const proxy = await bench.proxy(redis.port)
  const away = await bench.open(proxy.port)
  await away.loadView()
  await putBack(redis, async () => {
    await writer.append(sampleEntries(21, 30, epoch))
    await expect.poll(follower.last).toBe(30)
    await away.loadView()
    proxy.refuse()
  })
  const late = following(away, 30)
  const other = await bench.open(redis.port)
  await expect.poll(writer.holdsLease).toBe(false)
  await endLease(redis)
  const { epoch: next } = await other.load()
  await other.append(sampleEntries(21, 40, next))
  proxy.restore()
  await expect.poll(() => late.missing).toEqual([expect.stringMatching(/another entry 30 than was read before/)])
  expect(late.last()).toBe(30)
})

test('[RB5] a node remembers across a restart which store it used and its last entry', async () => {
  const redis = await bench.redis()
  const open = () => bench.open(redis.port, { identityFile: markFile() })
  const first = await open()
  const { epoch } = await first.load()
  await first.append(sampleEntries(1, 5, epoch))
  await first.close()
  expect(JSON.parse(readFileSync(markFile(), 'utf8'))).toMatchObject({ seq: 5, epoch })
  await (await open()).loadView()
  await redis.command('FLUSHALL')
  const emptied = await open()
  await expect(emptied.load()).rejects.toThrow(/is empty, but it held entries up to 5.*remove .*redis\.mark/)
  const other = await bench.open(redis.port)
  await other.load()
  await other.close()
  await expect((await open()).loadView()).rejects.toThrow(/another installation.*remove .*redis\.mark/)
  rmSync(markFile())
  expect((await wholeLoad(await open())).entries).toEqual([])
})

test('[RB6] when another program trims the journal the hub warns once and continues, and its next checkpoint completes the store', async () => {
  const { redis, writer, reader, epoch, follower } = await two()
  await expect.poll(follower.last).toBe(20)
  await redis.command('XTRIM', '{waterhole}:journal', 'MINID', '11-0')
  await expect
    .poll(() => bench.said.filter((line) => line.includes('another program')))
    .toEqual([expect.stringMatching(/entries 1 to 10 were removed/)])
  await expect(reader.loadView()).rejects.toThrow(/has lost entries 1 to 10/)
  await writer.append([sampleEntry(21, epoch)])
  await writer.checkpoint(21, talliesAt(21))
  expect(await reader.loadView()).toMatchObject({ checkpointSeq: 21, lastSeq: 21 })
  await expect.poll(follower.last).toBe(21)
  expect(follower.missing).toEqual([])
})

test('[RB7] a journal without its end is not loaded', async () => {
  const { redis, writer, epoch } = await two()
  await redis.command('XDEL', '{waterhole}:journal', '20-0')
  await expect(writer.loadView()).rejects.toThrow(/has lost entries 20 to 20, the end of its journal/)
  await redis.command('DEL', '{waterhole}:journal')
  await expect(writer.append([sampleEntry(21, epoch)])).rejects.toThrow(
    /its journal ends at nothing, and entry 20 was written last/,
  )
})
