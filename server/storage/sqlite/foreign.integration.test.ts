import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DamagedStore } from '../../engine/storage.ts'
import { openSqliteStorage } from '../sqlite.ts'
import { fillLog, fillStore, temporaryFolders } from './testing/sampleStores.ts'
import { database, edit, expectRefused, log, mark } from './testing/storeTools.ts'

const folders = temporaryFolders()
let closed = ''
let logged = ''

beforeAll(async () => {
  closed = folders.folder()
  await fillStore(closed)
  logged = folders.folder()
  await fillLog(logged)
}, 30_000)
afterAll(folders.remove)

test('[SD9] the folder is a file, or lies in one', async () => {
  const file = join(folders.folder(), 'data')
  writeFileSync(file, 'hello')
  for (const folder of [file, join(file, 'deeper')]) {
    const storage = await openSqliteStorage({ folder })
    const reason = await storage.load().catch((error: unknown) => error)
    expect(reason).toBeInstanceOf(DamagedStore)
    expect(reason).toMatchObject({ file: folder, message: expect.stringMatching('is not a folder.*Name another') })
  }
  expect(readFileSync(file, 'utf8')).toBe('hello')
})

test('[SD10] journal.db is a text, a folder, empty, or shorter than its header', async () => {
  const text = folders.folder()
  writeFileSync(database(text), 'Dear diary,\n'.repeat(40))
  expectRefused(text, database(text), 'not an SQLite database', 'Move it away')
  const folder = folders.folder()
  mkdirSync(database(folder))
  expectRefused(folder, database(folder), 'not a file', 'Move it away')
  const empty = folders.folder()
  writeFileSync(database(empty), '')
  expectRefused(empty, database(empty), 'is empty', 'backup')
  const short = folders.copyOf(closed)
  truncateSync(database(short), 80)
  expectRefused(short, database(short), 'cut short', 'backup')
})

test('[SD11] journal.db belongs to another program', async () => {
  const folder = folders.folder()
  edit(folder, 'CREATE TABLE recipes(name TEXT); PRAGMA journal_mode=WAL')
  expectRefused(folder, database(folder), 'another program', 'Move it away')
})

test('[SD12] journal.db was written by a newer release', async () => {
  const folder = folders.copyOf(closed)
  edit(folder, 'PRAGMA user_version=7')
  expectRefused(folder, database(folder), 'in form 7', 'newer release')
})

test('[SD13] a log, a rollback journal or a mark stands there without its database', async () => {
  for (const file of [log, mark, (folder: string) => `${database(folder)}-journal`]) {
    const folder = folders.folder()
    copyFileSync(log(logged), file(folder))
    expectRefused(folder, file(folder), 'is not', 'backup')
  }
})

test('[SD14] the log is something else, or the log of another database', async () => {
  const folder = folders.copyOf(closed)
  writeFileSync(log(folder), 'not a log at all, but long enough to look like one'.repeat(3))
  expectRefused(folder, log(folder), 'not the log', 'Move it away')
  const other = folders.folder()
  await fillLog(other, 50)
  const mixed = folders.copyOf(closed)
  copyFileSync(log(other), log(mixed))
  expectRefused(mixed, database(mixed), 'ends with entry 50, but entry 60', 'backup')
})

test('[SD15] a rollback journal lies beside the database', async () => {
  const folder = folders.copyOf(closed)
  writeFileSync(`${database(folder)}-journal`, 'x'.repeat(600))
  expectRefused(folder, `${database(folder)}-journal`, 'rollback journal', 'Move it away')
})
