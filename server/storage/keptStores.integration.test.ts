import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { kindOf } from '../../shared/engine/document.ts'
import { register } from '../engine/registry.ts'
import { DamagedStore, type Storage, type Stored } from '../engine/storage.ts'
import { allFeatures } from '../testing/allFeatures.ts'
import { type RedisProcess, startRedis } from '../testing/redisProcess.ts'
import { replayedDocuments } from '../testing/replayedDocuments.ts'
import { sampleEntry } from './contract/sampleEntries.ts'
import { createMigration, formatOf, MIGRATIONS, OLDEST_FORMAT, STORE_FORMAT } from './migrations.ts'
import { newestIdAt } from './records.ts'
import { openRedisStorage } from './redis/redis.ts'
import { longLeaseTimes } from './redis/testing/leaseTimes.ts'
import { dumpCommands, loadCommands } from './redis/testing/redisCommands.ts'
import { nodeName } from './redis/testing/redisPlace.ts'
import { openSqliteStorage } from './sqlite/sqlite.ts'
import { folderState } from './sqlite/testing/folderState.ts'
import { openSqliteSource } from './sqlite/transferSource.ts'

/** Stores of earlier releases, as `scripts/keptStores.ts` made them. */
const kept = (format: number, name: string) => join(import.meta.dirname, 'keptStores', `format-${format}`, name)
const formats = Array.from({ length: STORE_FORMAT - OLDEST_FORMAT + 1 }, (_, at) => OLDEST_FORMAT + at)

const folders: string[] = []
const servers: RedisProcess[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  for (const redis of servers.splice(0)) await redis.remove()
})

/** A copy of a kept data folder. */
const dataFolder = (format: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-kept-'))
  folders.push(folder)
  for (const name of ['journal.db', 'journal.mark']) {
    copyFileSync(kept(format, name), join(folder, name))
    chmodSync(join(folder, name), 0o600)
  }
  return folder
}
/** A Redis with a kept store. */
const redisWith = async (format: number) => {
  const redis = await startRedis()
  servers.push(redis)
  const lines = readFileSync(kept(format, 'redis.jsonl'), 'utf8').trimEnd().split('\n')
  await loadCommands(
    redis,
    lines.map((line) => JSON.parse(line)),
  )
  return redis
}
const openRedis = ({ url }: RedisProcess) => openRedisStorage({ url, node: nodeName(), times: longLeaseTimes })

/** The documents that were kept beside the stores, as of the newest format and with the defaults of today's schemas. */
const expected = (format: number, store: 'sqlite' | 'redis'): unknown[] => {
  const { migrate } = createMigration(format)
  const { kinds } = register(allFeatures)
  const documents: Record<string, Stored[]> = JSON.parse(readFileSync(kept(format, 'documents.json'), 'utf8'))
  return (documents[store] ?? []).map((document) => {
    const { id, version, value } = migrate('documents', document) as Stored
    return { id, version, value: kinds.get(kindOf(id))?.schema.parse(value) }
  })
}
const writesOn = async (storage: Storage) => {
  const { epoch, checkpointSeq, lastSeq } = await storage.load()
  await storage.append([sampleEntry(lastSeq + 1, epoch, { changes: [] })])
  expect(lastSeq).toBeGreaterThan(checkpointSeq)
}

describe.each(formats)('a kept store of format %i', (format) => {
  test('[KE1] a kept data folder loads, its journal is replayed, and every document is as it was', async () => {
    const storage = await openSqliteStorage({ folder: dataFolder(format) })
    expect(await replayedDocuments(storage)).toEqual(expected(format, 'sqlite'))
    await writesOn(storage)
    await storage.close()
  })

  test('[KE2] a kept store in Redis loads, its journal is replayed, and every document is as it was', async () => {
    const storage = await openRedis(await redisWith(format))
    expect(await replayedDocuments(storage)).toEqual(expected(format, 'redis'))
    await writesOn(storage)
    await storage.close()
  })

  test('[KE3] both stores answer the command ids of their journals, and their archives can be read', async () => {
    for (const storage of [
      await openSqliteStorage({ folder: dataFolder(format) }),
      await openRedis(await redisWith(format)),
    ]) {
      const loaded = await storage.load()
      const asked = (await storage.tail(0, 1_000)).filter(({ commandId }) => commandId !== null)
      expect(asked.length).toBeGreaterThan(2)
      expect(loaded.newestIdAt).toBe(newestIdAt(asked))
      for (const { actor, commandId, seq, output } of asked)
        expect(await storage.findAnswer(actor, commandId ?? '')).toMatchObject({ seq, output })
      const page = await storage.archivePage({ kind: 'roleChanges', before: null, limit: 5 })
      expect(page.rows.length).toBeGreaterThan(0)
      await storage.close()
    }
  })
})

test('[KE4] every store format has its kept stores', () => {
  expect(formatOf(MIGRATIONS)).toBe(STORE_FORMAT)
  for (const format of formats)
    for (const name of ['journal.db', 'redis.jsonl', 'documents.json'])
      expect(existsSync(kept(format, name))).toBe(true)
})

describe('a store of the first release', () => {
  test('[KE5] its data folder is refused by name, and no byte or time of it changes', async () => {
    const folder = dataFolder(1)
    const before = folderState(folder)
    const storage = await openSqliteStorage({ folder })
    const refusal = await storage.load().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DamagedStore)
    expect(String(refusal)).toMatch(/journal\.db: was written by an older release, in format 1; this release reads/)
    await storage.close()
    await expect(openSqliteSource(folder)).rejects.toThrow('was written by an older release')
    expect(folderState(folder)).toEqual(before)
  })

  test('[KE6] its Redis is refused by name, and no key changes', async () => {
    const redis = await redisWith(1)
    const before = await dumpCommands(redis)
    await expect(openRedis(redis)).rejects.toThrow(DamagedStore)
    await expect(openRedis(redis)).rejects.toThrow('was written by an older release: it is in format 1')
    expect(await dumpCommands(redis)).toEqual(before)
  })
})
