import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { MIGRATIONS, STORE_FORMAT } from '../migrations.ts'
import { createStore } from './store.ts'
import { folderState } from './testing/folderState.ts'
import { temporaryFolders } from './testing/sampleStores.ts'
import { database, documentsIn, openInThread, progress, reasonFor, settingsFor } from './testing/storeTools.ts'
import { openSqliteSource } from './transferSource.ts'

const folders = temporaryFolders()
afterAll(folders.remove)
afterEach(() => vi.restoreAllMocks())

const keptFolder = fileURLToPath(new URL('../keptStores/format-2', import.meta.url))

const folderOfFormat2 = () => {
  const folder = folders.folder()
  for (const file of [database, progress]) copyFileSync(file(keptFolder), file(folder))
  return folder
}

/** The folder as a kill leaves it before and after each statement, and before each connection is closed. */
const killsDuring = (folder: string, work: () => void) => {
  const copies: { readonly at: string; readonly folder: string }[] = []
  const keep = (at: string) => void copies.push({ at, folder: folders.copyOf(folder) })
  const { exec, close } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    keep(`before ${sql}`)
    exec.call(this, sql)
    keep(`after ${sql}`)
  })
  vi.spyOn(DatabaseSync.prototype, 'close').mockImplementation(function (this: DatabaseSync) {
    keep('before a connection is closed')
    close.call(this)
  })
  work()
  vi.restoreAllMocks()
  return copies
}

const contentOf = (folder: string, migrations = MIGRATIONS) => {
  const store = createStore(settingsFor(folder), migrations)
  const { handlers } = store
  const { lastSeq } = handlers.load(null)
  const content = { documents: documentsIn(store), lastSeq, entries: handlers.tail({ seq: 0, limit: 1000 }) }
  handlers.close(null)
  return content
}

test('[MX2] after a kill at any point of a migration the store loads, and is what an undisturbed migration makes', () => {
  const expected = contentOf(folderOfFormat2())
  const folder = folderOfFormat2()
  const kills = killsDuring(folder, () => void openInThread(folder).handlers.look(null))
  expect(kills.filter(({ at }) => at === 'after COMMIT')).toHaveLength(1)
  for (const { at, folder: killed } of kills) expect(contentOf(killed), at).toEqual(expected)
})

test('[MX3] a store whose log alone holds the new format is exported in that format', async () => {
  const folder = folderOfFormat2()
  const kills = killsDuring(folder, () => void openInThread(folder).handlers.look(null))
  const migrated = kills.find(({ at }) => at === 'after COMMIT')?.folder ?? ''
  const records = async (from: string) => {
    const source = await openSqliteSource(from)
    const all: unknown[] = []
    for await (const record of source.records()) all.push(record)
    await source.close()
    return all
  }
  expect(await records(migrated)).toEqual(await records(folder))
})

test('[MX4] a release refuses a store whose log alone holds a later format, and changes nothing', () => {
  const folder = folderOfFormat2()
  openInThread(folder).handlers.look(null)
  const later = [...MIGRATIONS, { to: STORE_FORMAT + 1, what: 'Nothing.', records: {} }]
  const kills = killsDuring(folder, () => void createStore(settingsFor(folder), later).handlers.look(null))
  const migrated = kills.find(({ at }) => at === 'after COMMIT')?.folder ?? ''
  expect(readFileSync(join(migrated, 'journal.db')).readUInt32BE(60)).toBe(STORE_FORMAT)
  const before = folderState(migrated)
  expect(reasonFor(migrated)?.message).toContain(`was written in format ${STORE_FORMAT + 1}`)
  expect(folderState(migrated)).toEqual(before)
})
