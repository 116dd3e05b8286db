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
const kept = (store: string, name: string) => join(import.meta.dirname, 'keptStores', store, name)
const formats = Array.from({ length: STORE_FORMAT - OLDEST_FORMAT + 1 }, (_, at) => OLDEST_FORMAT + at)
const nameOf = (format: number) => `format-${format}`
/** Stores of one format differ by the features that they were made with. */
const keptStores = [
  ...formats.map((format) => ({ store: nameOf(format), format })),
  { store: 'format-3-economy', format: 3 },
]

const folders: string[] = []
const servers: RedisProcess[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  for (const redis of servers.splice(0)) await redis.remove()
})

/** A copy of a kept data folder. */
const dataFolder = (store: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-kept-'))
  folders.push(folder)
  for (const name of ['journal.db', 'journal.mark']) {
    copyFileSync(kept(store, name), join(folder, name))
    chmodSync(join(folder, name), 0o600)
  }
  return folder
}
/** A Redis with a kept store. */
const redisWith = async (store: string) => {
  const redis = await startRedis()
  servers.push(redis)
  const lines = readFileSync(kept(store, 'redis.jsonl'), 'utf8').trimEnd().split('\n')
  await loadCommands(
    redis,
    lines.map((line) => JSON.parse(line)),
  )
  return redis
}
const openRedis = ({ url }: RedisProcess) => openRedisStorage({ url, node: nodeName(), times: longLeaseTimes })

/** The documents that were kept beside a store, as of the newest format. */
const migrated = ({ store, format }: (typeof keptStores)[number], from: 'sqlite' | 'redis') => {
  const { migrate } = createMigration(format)
  const documents: Record<string, Stored[]> = JSON.parse(readFileSync(kept(store, 'documents.json'), 'utf8'))
  return (documents[from] ?? []).map((document) => migrate('documents', document) as Stored)
}
/** The same with the defaults of today's schemas. */
const expected = (...of: Parameters<typeof migrated>): unknown[] => {
  const { kinds } = register(allFeatures)
  return migrated(...of).map(({ id, version, value }) => ({
    id,
    version,
    value: kinds.get(kindOf(id))?.schema.parse(value),
  }))
}
const writesOn = async (storage: Storage) => {
  const { epoch, checkpointSeq, lastSeq } = await storage.load()
  await storage.append([sampleEntry(lastSeq + 1, epoch, { changes: [] })])
  expect(lastSeq).toBeGreaterThan(checkpointSeq)
}

describe.each(keptStores)('the kept store $store', ({ store, format }) => {
  test('[KE1] a kept data folder loads, its journal is replayed, and every document is as it was', async () => {
    const storage = await openSqliteStorage({ folder: dataFolder(store) })
    expect(await replayedDocuments(storage)).toEqual(expected({ store, format }, 'sqlite'))
    await writesOn(storage)
    await storage.close()
  })

  test('[KE2000] today has a place for every field of its documents: what is renamed needs a migration', () => {
    for (const from of ['sqlite', 'redis'] as const)
      expect(expected({ store, format }, from)).toMatchObject(migrated({ store, format }, from))
  })

  test('[KE2] a kept store in Redis loads, its journal is replayed, and every document is as it was', async () => {
    const storage = await openRedis(await redisWith(store))
    expect(await replayedDocuments(storage)).toEqual(expected({ store, format }, 'redis'))
    await writesOn(storage)
    await storage.close()
  })

  test('[KE3] both stores answer the command ids of their journals, and their archives can be read', async () => {
    for (const storage of [
      await openSqliteStorage({ folder: dataFolder(store) }),
      await openRedis(await redisWith(store)),
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
      expect(existsSync(kept(nameOf(format), name))).toBe(true)
})

describe('a store of the first release', () => {
  test('[KE5] its data folder is refused by name, and no byte or time of it changes', async () => {
    const folder = dataFolder(nameOf(1))
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
    const redis = await redisWith(nameOf(1))
    const before = await dumpCommands(redis)
    await expect(openRedis(redis)).rejects.toThrow(DamagedStore)
    await expect(openRedis(redis)).rejects.toThrow('was written by an older release: it is in format 1')
    expect(await dumpCommands(redis)).toEqual(before)
  })
})
