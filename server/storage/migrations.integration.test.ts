import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Entry } from '../engine/entry.ts'
import { DamagedStore, type Loaded } from '../engine/storage.ts'
import { type RedisProcess, startRedis } from '../testing/redisProcess.ts'
import { sampleEntry } from './contract/sampleEntries.ts'
import { wholeLoad, wholeView } from './contract/wholeLoad.ts'
import { createMigration, MIGRATIONS, type Migration, STORE_FORMAT } from './migrations.ts'
import { openRedisStorage } from './redis/redis.ts'
import { longLeaseTimes } from './redis/testing/leaseTimes.ts'
import { dumpCommands } from './redis/testing/redisCommands.ts'
import { nodeName } from './redis/testing/redisPlace.ts'
import { inspect } from './sqlite/inspect.ts'
import { storePaths } from './sqlite/paths.ts'
import { openSqliteStorage } from './sqlite/sqlite.ts'
import { createStore } from './sqlite/store.ts'
import { database, documentsIn, settingsFor } from './sqlite/testing/storeTools.ts'
import { readExport } from './transfer/readExport.ts'
import { sqlitePlace } from './transfer/testing/transferPlace.ts'
import { fillByChance, wholeOf } from './transfer/testing/wholeStore.ts'
import { writeExport } from './transfer/writeExport.ts'

type AnyRecord = Readonly<Record<string, unknown>>
const marked = (field: string) => (record: AnyRecord) => ({
  ...record,
  [field]: { ...(record[field] as object), migrated: true },
})

/** Two migrations to come: one changes every kind of record, and the next one documents again. */
const migrations: readonly Migration[] = [
  ...MIGRATIONS,
  {
    to: STORE_FORMAT + 1,
    what: 'Everything is marked.',
    records: {
      documents: marked('value'),
      archive: marked('row'),
      journal: marked('output'),
    },
  },
  {
    to: STORE_FORMAT + 2,
    what: 'Documents are counted.',
    records: { documents: (record) => ({ ...record, value: { ...(record.value as object), count: -1 } }) },
  },
]
/** A migration that makes documents which no release reads. */
const broken: readonly Migration[] = [
  ...MIGRATIONS,
  { to: STORE_FORMAT + 1, what: 'Broken.', records: { journal: () => ({ seq: 0 }) } },
]

let folder = ''
let redis: RedisProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-migration-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await redis?.remove()
  redis = undefined
})

const expectMigrated = ({ documents }: Pick<Loaded, 'documents'>, entries: readonly Pick<Entry, 'output'>[]) => {
  expect(documents.length).toBeGreaterThan(1)
  for (const { value } of documents) expect(value).toMatchObject({ migrated: true, count: -1 })
  expect(entries.length).toBeGreaterThan(0)
  for (const { output } of entries) expect(output).toMatchObject({ migrated: true })
}

test('[MG1] migrations apply in order from the format of the record, and a wrong number is refused', () => {
  const document = { id: 'a/b', version: 1, value: { n: 1 } }
  const { migrate } = createMigration(STORE_FORMAT, migrations)
  expect(migrate('documents', document)).toMatchObject({ value: { n: 1, migrated: true, count: -1 } })
  expect(createMigration(STORE_FORMAT + 1, migrations).migrate('documents', document)).toEqual({
    ...document,
    value: { n: 1, count: -1 },
  })
  expect(createMigration(STORE_FORMAT + 2, migrations).isDue).toBe(false)
  expect(() => createMigration(STORE_FORMAT, migrations.slice(1))).toThrow('must make')
})

describe('SQLite', () => {
  const filled = async () => {
    const storage = await openSqliteStorage({ folder })
    const place = { storage: async () => storage } as unknown as Awaited<ReturnType<typeof sqlitePlace>>
    await fillByChance(place, 3, 60)
    await storage.close()
  }
  const formatOf = () => {
    const tool = new DatabaseSync(database(folder), { readOnly: true })
    const { user_version } = tool.prepare('PRAGMA user_version').get() ?? {}
    tool.close()
    return user_version
  }

  test('[MG2] a store of an older format is migrated once when it is loaded, and can be written', async () => {
    await filled()
    const store = createStore(settingsFor(folder), migrations)
    const { epoch } = store.handlers.load(null)
    const parsed = (json: string) => JSON.parse(json)
    expectMigrated({ documents: documentsIn(store) }, store.handlers.tail({ seq: 0, limit: 100 }).map(parsed))
    const { rows } = await store.handlers.archivePage({ kind: 'audit', before: null, limit: 5 })
    for (const { row } of rows) expect(row).toMatchObject({ migrated: true })
    expect(rows.length).toBeGreaterThan(0)
    store.handlers.close(null)
    expect(formatOf()).toBe(STORE_FORMAT + 2)
    const { meta } = inspect(storePaths(folder), migrations)
    expect(meta.epoch).toBe(epoch)
  })

  test('[MG3] a store that cannot be migrated stays as it was, and is loaded by the release that wrote it', async () => {
    await filled()
    const tool = () => readFileSync(database(folder))
    const before = tool()
    expect(() => createStore(settingsFor(folder), broken).handlers.load(null)).toThrow('is not an entry')
    expect(tool()).toEqual(before)
    expect(formatOf()).toBe(STORE_FORMAT)
    const storage = await openSqliteStorage({ folder })
    expect((await wholeOf(storage)).documents.length).toBeGreaterThan(1)
    await storage.close()
  })

  test('[MG4] a migrated store is refused by name by the release before', async () => {
    await filled()
    const store = createStore(settingsFor(folder), migrations)
    store.handlers.load(null)
    store.handlers.close(null)
    const storage = await openSqliteStorage({ folder })
    await expect(storage.load()).rejects.toThrow(`was written in format ${STORE_FORMAT + 2}`)
    await storage.close()
  })
})

describe('Redis', () => {
  const filled = async () => {
    redis = await startRedis()
    const storage = await openRedisStorage({ url: redis.url, node: nodeName(), times: longLeaseTimes })
    const place = { storage: async () => storage } as unknown as Awaited<ReturnType<typeof sqlitePlace>>
    const { epoch } = await fillByChance(place, 3, 60)
    await storage.close()
    return { url: redis.url, command: redis.command, epoch }
  }
  const openMigrating = (url: string, list = migrations) =>
    openRedisStorage({ url, node: nodeName(), times: longLeaseTimes, migrations: list })

  test('[MG5] a store of an older format is migrated once by the node that takes the lease, and can be written', async () => {
    const { url, command, epoch } = await filled()
    const storage = await openMigrating(url)
    const loaded = await storage.load()
    expectMigrated(loaded, await storage.tail(0, 100))
    const { rows } = await storage.archivePage({ kind: 'audit', before: null, limit: 5 })
    for (const { row } of rows) expect(row).toMatchObject({ migrated: true })
    expect(await command('HGET', '{waterhole}:format', 'form')).toBe(String(STORE_FORMAT + 2))
    expect(await command('KEYS', '*migrated*')).toEqual([])
    expect(loaded.epoch).toBeGreaterThan(epoch)
    await storage.append([sampleEntry(61, loaded.epoch, { changes: [] })])
    await storage.checkpoint(61, [])
    await storage.close()
    const again = await openMigrating(url)
    expectMigrated(await again.load(), await again.tail(0, 60))
    await again.close()
  })

  test('[MG6] a follower reads a store of an older format as migrated, before and after the leader has migrated it', async () => {
    const { url, command } = await filled()
    const follower = await openMigrating(url)
    const { documents, entries } = await wholeView(follower)
    expect(await command('HGET', '{waterhole}:format', 'form')).toBe(String(STORE_FORMAT))
    const seqs: number[] = []
    follower.follow(60, { entries: (come) => seqs.push(...come.map(({ seq }) => seq)), missing: () => {} })
    const leader = await openMigrating(url)
    const loaded = await wholeLoad(leader)
    expect({ documents: loaded.documents, entries: loaded.entries }).toEqual({ documents, entries })
    expectMigrated(loaded, entries)
    expect((await wholeView(follower)).entries).toEqual(entries)
    await leader.append([sampleEntry(61, loaded.epoch, { changes: [] })])
    await expect.poll(() => seqs).toEqual([61])
    await follower.close()
    await leader.close()
  })

  test('[MG7] an interrupted migration leaves the store as it was, and begins again', async () => {
    const { url, command } = await filled()
    const withoutEpochs = async () =>
      (await dumpCommands({ command })).filter(([, key = '']) => !/:(head|run|migrated)/.test(key))
    const before = await withoutEpochs()
    const failing: readonly Migration[] = [
      ...MIGRATIONS,
      {
        to: STORE_FORMAT + 1,
        what: 'Fails late.',
        records: {
          documents: marked('value'),
          journal: (record) => {
            if (record.seq === 50) throw new Error('interrupted')
            return record
          },
        },
      },
    ]
    const storage = await openMigrating(url, failing)
    await expect(storage.load()).rejects.toThrow('interrupted')
    await storage.close()
    expect(await withoutEpochs()).toEqual(before)
    const again = await openMigrating(url)
    expectMigrated(await again.load(), await again.tail(0, 60))
    await again.close()
    expect(await command('KEYS', '*migrated*')).toEqual([])
  })

  test('[MG8] a migrated store is refused by name by the release before', async () => {
    const { url } = await filled()
    const storage = await openMigrating(url)
    await storage.load()
    await storage.close()
    const older = openRedisStorage({ url, node: nodeName() })
    await expect(older).rejects.toThrow(DamagedStore)
    await expect(older).rejects.toThrow(`is in format ${STORE_FORMAT + 2}`)
  })
})

test('[MG9] records of an export of an older format are migrated as they are read', async () => {
  const place = await sqlitePlace()
  await (await fillByChance(place, 3, 60)).storage.close()
  const source = await place.source()
  const file = join(folder, 'export')
  await writeExport({ source, file, now: 1 }).finally(source.close)
  await place.remove()
  expect(existsSync(file)).toBe(true)
  const { parts, close } = await readExport(file, migrations)
  const kinds = new Set<string>()
  for await (const part of parts) {
    kinds.add(part.of)
    expect(JSON.stringify(part.records[0])).toContain('"migrated":true')
  }
  await close()
  expect([...kinds]).toEqual(['documents', 'archive', 'journal'])
})
