import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RedisProcess, startRedis } from '../../testing/redisProcess.ts'
import { countAt, sampleEntries, sampleEntry, talliesAt } from '../contract/sampleEntries.ts'
import { wholeLoad } from '../contract/wholeLoad.ts'
import { openSqliteStorage } from '../sqlite/sqlite.ts'
import { openSqliteTarget } from '../sqlite/transferTarget.ts'
import { importExport } from '../transfer/importExport.ts'
import { sqlitePlace } from '../transfer/testing/transferPlace.ts'
import { NoStore, type TransferTarget } from '../transfer/transferPort.ts'
import { exportStore } from '../transfer/writeExport.ts'
import { openRedisStorage } from './redis.ts'
import { longLeaseTimes } from './testing/leaseTimes.ts'
import { nodeName } from './testing/redisPlace.ts'
import { openRedisSource } from './transferSource.ts'
import { openRedisTarget } from './transferTarget.ts'

let redis: RedisProcess
let folder = ''
beforeEach(async () => {
  redis = await startRedis()
  folder = mkdtempSync(join(tmpdir(), 'waterhole-export-'))
})
afterEach(async () => {
  await redis.remove()
  rmSync(folder, { recursive: true, force: true })
})

const address = () => ({ url: redis.url, prefix: 'waterhole' })
const file = () => join(folder, 'moved')
const exportRedis = () => exportStore({ open: () => openRedisSource(address()), file: file(), now: 1 })
const importInto = (target: TransferTarget) => importExport({ file: file(), target }).finally(target.close)
const hour = 3_600_000

/** An embedded store with entries of four hours ago and of now. */
const fillEmbedded = async (dataDir: string) => {
  const storage = await openSqliteStorage({ folder: dataDir })
  const { epoch } = await storage.load()
  const old = sampleEntries(1, 50, epoch).map((entry) => ({ ...entry, at: Date.now() - 4 * hour + entry.seq }))
  const fresh = sampleEntries(51, 70, epoch).map((entry) => ({ ...entry, at: Date.now() - 1_000 + entry.seq }))
  await storage.append([...old, ...fresh])
  await storage.checkpoint(60, talliesAt(60))
  await storage.close()
}

test('[TR40] a running hub is exported as of one moment, while it writes', async () => {
  const hub = await openRedisStorage({ url: redis.url, node: nodeName(), times: longLeaseTimes })
  const { epoch } = await hub.load()
  let last = 0
  let stop = false
  const write = async () => {
    while (!stop) {
      last += 1
      await hub.append([sampleEntry(last, epoch)])
      if (last % 40 === 0) await hub.checkpoint(last, talliesAt(last))
    }
  }
  const writing = write()
  const target = await openSqliteTarget(folder)
  await expect.poll(() => last).toBeGreaterThan(100)
  await exportRedis()
  stop = true
  await writing
  const { header } = await importInto(target)
  const storage = await openSqliteStorage({ folder })
  const { documents, checkpointSeq, lastSeq: found } = await storage.load()
  const { lastSeq } = header.position
  expect(documents).toEqual(expect.arrayContaining(talliesAt(checkpointSeq)))
  expect(found).toBe(lastSeq)
  expect(await storage.tail(0, 1_000_000)).toEqual(sampleEntries(1, lastSeq, epoch))
  const rows: unknown[] = []
  for (let before: number | null = null, isMore = true; isMore; ) {
    const page = await storage.archivePage({ kind: 'audit', about: 'tally/t1', before, limit: 1_000 })
    rows.push(...page.rows)
    before = page.next
    isMore = before !== null
  }
  expect(rows).toHaveLength(countAt(lastSeq, 1))
  await storage.close()
  await hub.close()
})

test('[TR41] an import into Redis leaves out entries that are older than a store in Redis keeps, and nothing else', async () => {
  const embedded = await sqlitePlace()
  await fillEmbedded(embedded.folder)
  await exportStore({ open: embedded.source, file: file(), now: 1 })
  await importInto(await openRedisTarget(address()))
  const hub = await openRedisStorage({ url: redis.url, node: nodeName(), times: longLeaseTimes })
  const loaded = await wholeLoad(hub)
  expect(loaded).toMatchObject({ checkpointSeq: 60 })
  expect(loaded.entries.map(({ seq }) => seq)).toEqual([61, 62, 63, 64, 65, 66, 67, 68, 69, 70])
  expect((await hub.tail(50, 100)).map(({ seq }) => seq)[0]).toBe(51)
  await expect(hub.tail(10, 10)).rejects.toThrow('trimmed')
  expect(await hub.findAnswer('player0', 'order-51')).toMatchObject({ seq: 51 })
  expect(await hub.findAnswer('player2', 'order-50')).toBeNull()
  const page = await hub.archivePage({ kind: 'audit', about: 'tally/t1', before: null, limit: 100 })
  expect(page.rows).toHaveLength(14)
  await expect(
    hub.append([sampleEntry(71, loaded.epoch, { actor: 'player1', commandId: 'order-70' })]),
  ).rejects.toThrow('carried out before')
  await hub.append([sampleEntry(71, loaded.epoch, { changes: [] })])
  await hub.close()
  await embedded.remove()
})

test('[TR42] a trimmed journal is imported into an embedded store, which refuses to read the trimmed entries', async () => {
  const embedded = await sqlitePlace()
  await fillEmbedded(embedded.folder)
  await exportStore({ open: embedded.source, file: file(), now: 1 })
  await importInto(await openRedisTarget(address()))
  rmSync(file())
  await exportRedis()
  await importInto(await openSqliteTarget(folder))
  const storage = await openSqliteStorage({ folder })
  const { epoch, documents } = await storage.load()
  expect(documents).toEqual(talliesAt(60))
  expect(await storage.tail(50, 100)).toHaveLength(20)
  await expect(storage.tail(49, 100)).rejects.toThrow('not kept here')
  await storage.append([sampleEntry(71, epoch, { changes: [] })])
  await storage.close()
  const again = await openSqliteStorage({ folder })
  expect((await wholeLoad(again)).entries).toHaveLength(11)
  await again.close()
  await embedded.remove()
})

test('[TR43] an import into a Redis without free memory is refused by name, and continues when it has memory', async () => {
  const embedded = await sqlitePlace()
  await fillEmbedded(embedded.folder)
  await exportStore({ open: embedded.source, file: file(), now: 1 })
  await redis.set('maxmemory', '1mb')
  await expect(importInto(await openRedisTarget(address()))).rejects.toThrow('maxmemory')
  await redis.set('maxmemory', '0')
  await importInto(await openRedisTarget(address()))
  const hub = await openRedisStorage({ url: redis.url, node: nodeName(), times: longLeaseTimes })
  expect((await wholeLoad(hub)).entries).toHaveLength(10)
  await hub.close()
  await embedded.remove()
})

test('[TR44] an empty Redis, an unreachable one and foreign keys are refused by name', async () => {
  await expect(exportRedis()).rejects.toThrow(NoStore)
  expect(existsSync(file())).toBe(false)
  await redis.command('SET', '{waterhole}:journal', 'mine')
  const embedded = await sqlitePlace()
  await fillEmbedded(embedded.folder)
  await exportStore({ open: embedded.source, file: file(), now: 1 })
  await expect(importInto(await openRedisTarget(address()))).rejects.toThrow('{waterhole}:journal as a string')
  expect(await redis.command('GET', '{waterhole}:journal')).toBe('mine')
  await expect(openRedisTarget({ url: 'redis://127.0.0.1:1', prefix: 'waterhole' })).rejects.toThrow('127.0.0.1:1')
  await embedded.remove()
})
