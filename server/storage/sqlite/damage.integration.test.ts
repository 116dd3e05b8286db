import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DamagedStore } from '../../engine/storage.ts'
import { sampleEntries, sampleEntry, talliesAt } from '../contract/sampleEntries.ts'
import { entryChecksum } from './database.ts'
import { openSqliteStorage } from './sqlite.ts'
import { fillLog, fillStore, temporaryFolders } from './testing/sampleStores.ts'
import { database, edit, expectLoads, expectRefused, log, progress, put } from './testing/storeTools.ts'

const folders = temporaryFolders()
let closed = ''
let logged = ''

beforeAll(async () => {
  closed = folders.folder()
  await fillStore(closed)
  logged = folders.folder()
  await fillLog(logged)
})
afterAll(folders.remove)

test('[SD16] a truncated database is refused', async () => {
  const { size } = statSync(database(closed))
  for (const left of [Math.floor(size / 2), size - 4096, size - 1, 4096]) {
    const folder = folders.copyOf(closed)
    truncateSync(database(folder), left)
    expectRefused(folder, database(folder), /./, 'backup')
  }
})

test('[SD17] a database with an overwritten page is refused', async () => {
  const { size } = statSync(database(closed))
  for (let page = 1; page < size / 4096; page += 1) {
    const folder = folders.copyOf(closed)
    put(database(folder), page * 4096, Array(64).fill(0xee))
    expectRefused(folder, database(folder), /damaged|cannot be read/, 'backup')
  }
})

test('[SD18] a changed letter in an entry after the checkpoint or in a document is detected', async () => {
  const bytes = readFileSync(database(closed)).toString('latin1')
  const places = [/"note":".{3} 55 /, /(?<!"output":)\{"count":8\}/].map((words) => bytes.search(words))
  for (const at of places) {
    expect(at).toBeGreaterThan(0)
    const folder = folders.copyOf(closed)
    put(database(folder), at + 2, [bytes.charCodeAt(at + 2) ^ 1])
    expectRefused(folder, database(folder), 'changed since it was written', 'backup')
  }
})

test('[SD19] missing entries are detected: in the middle, at the start, at the end', async () => {
  for (const seqs of ['seq = 50', 'seq = 10', 'seq < 4', 'seq = 1']) {
    const folder = folders.copyOf(closed)
    edit(folder, `DELETE FROM journal WHERE ${seqs}`)
    expectRefused(folder, database(folder), 'some are missing', 'backup')
  }
  const folder = folders.copyOf(closed)
  edit(folder, 'DELETE FROM journal WHERE seq > 58')
  expectRefused(folder, database(folder), 'ends with entry 58, but entry 60', /journal\.mark away/)
})

test('[SD20] a checkpoint ahead of the journal is refused', async () => {
  const folder = folders.copyOf(closed)
  rmSync(progress(folder))
  edit(folder, 'DELETE FROM journal WHERE seq > 30')
  expectRefused(folder, database(folder), 'checkpoint of entry 40, but entries only up to 30', 'backup')
})

test('[SD21] an entry that does not parse, has another number or skips a version is refused', async () => {
  const other = JSON.stringify(sampleEntry(12, 1))
  const jump = JSON.stringify(sampleEntry(55, 1, { changes: [{ id: 'tally/t5', version: 40, patches: [] }] }))
  for (const json of ['{"seq":55', '{"seq":55}', other, jump]) {
    const folder = folders.copyOf(closed)
    const tool = new DatabaseSync(database(folder))
    const topAt = tool.prepare('SELECT top_at FROM journal WHERE seq = 55').get()?.top_at
    const crc = entryChecksum(55, Number(topAt), json)
    tool.prepare('UPDATE journal SET json = ?, crc = ? WHERE seq = 55').run(json, crc)
    tool.close()
    expectRefused(folder, database(folder), /entry 55/, 'backup')
  }
})

test('[SD22] a missing, additional or unreadable document is detected', async () => {
  for (const sql of [
    "DELETE FROM documents WHERE id = 'tally/t2'",
    "INSERT INTO documents SELECT 'tally/t9', round, version, crc, json FROM documents WHERE id = 'tally/t2'",
    "UPDATE documents SET json = 'broken' WHERE id = 'tally/t2'",
    'DELETE FROM meta',
    "UPDATE meta SET json = '{}'",
  ]) {
    const folder = folders.copyOf(closed)
    edit(folder, sql)
    expectRefused(folder, database(folder), /document|has lost the row/, 'backup')
  }
})

test('[SD23] added or removed tables are detected', async () => {
  for (const sql of ['CREATE TABLE more(x)', 'CREATE INDEX more ON journal(crc)', 'DROP TABLE archive']) {
    const folder = folders.copyOf(closed)
    edit(folder, sql)
    expectRefused(folder, database(folder), 'tables of a journal', 'backup')
  }
})

test('[SD24] a log that lost acknowledged entries is refused', async () => {
  const { size } = statSync(log(logged))
  for (const left of [size - 1, size - 5000, Math.floor(size / 2), 4200, 32, 0]) {
    const folder = folders.copyOf(logged)
    truncateSync(log(folder), left)
    expectRefused(folder, database(folder), 'lost', /journal\.mark away/)
  }
  const folder = folders.copyOf(logged)
  put(log(folder), Math.floor(size / 2), [0x07, 0x01, 0x99])
  // The database may have pages of what is lost already: the log is copied in idle moments.
  expectRefused(folder, database(folder), /lost|malformed/, /journal\.mark away|Put a backup/)
  const gone = folders.copyOf(logged)
  rmSync(log(gone))
  expectRefused(gone, database(gone), 'lost', /journal\.mark away/)
})

test('[SD25] an older copy beside the newer progress file is refused; without that file it is loaded', async () => {
  const folder = folders.copyOf(closed)
  const older = folders.folder()
  await fillStore(older, 45)
  renameSync(database(older), database(folder))
  expectRefused(folder, database(folder), 'ends with entry 45, but entry 60', /journal\.mark away/)
  rmSync(progress(folder))
  expect((await expectLoads(folder)).last).toBe(45)
})

test('[SD26] a damaged progress file is refused', async () => {
  for (const content of ['', 'waterhole', readFileSync(progress(closed), 'utf8').replace('seq 60', 'seq 61')]) {
    const folder = folders.copyOf(closed)
    writeFileSync(progress(folder), content)
    expectRefused(folder, progress(folder), 'not as the hub wrote it', 'backup')
  }
})

test('[SD27] damage that is found while serving fails that read only, and writes continue', async () => {
  const folder = folders.copyOf(closed)
  edit(
    folder,
    "UPDATE archive SET json = '{\"seq\":6}' WHERE position = (SELECT max(position) FROM archive WHERE about LIKE '%tally/t1%' AND position < 41 * 1048576)",
  )
  edit(folder, "UPDATE journal SET json = replace(json, 'countUp', 'countOn') WHERE seq = 7")
  const storage = await openSqliteStorage({ folder })
  const { epoch } = await storage.load()
  const page = { kind: 'audit', before: null, limit: 50 }
  await expect(storage.archivePage({ ...page, about: 'tally/t1' })).rejects.toThrow(DamagedStore)
  await expect(storage.archivePage(page)).rejects.toThrow(DamagedStore)
  await expect(storage.tail(0, 100)).rejects.toThrow('entry 7 changed')
  await storage.append(sampleEntries(61, 62, epoch))
  await storage.checkpoint(62, talliesAt(62))
  await storage.close()
})

test('[SD9] a data folder that is a file, or is inside one, is refused', async () => {
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

test('[SD10] a journal.db that is a text, a folder, empty or shorter than its header is refused', async () => {
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

test('[SD11] the database of another program is refused', async () => {
  const folder = folders.folder()
  edit(folder, 'CREATE TABLE recipes(name TEXT); PRAGMA journal_mode=WAL')
  expectRefused(folder, database(folder), 'another program', 'Move it away')
})

test('[SD12] the database of a later release is refused by name', async () => {
  const folder = folders.copyOf(closed)
  edit(folder, 'PRAGMA user_version=7')
  expectRefused(folder, database(folder), 'in format 7', 'newer release')
})

test('[SD13] a log, a rollback journal or a progress file without its database is refused', async () => {
  for (const file of [log, progress, (folder: string) => `${database(folder)}-journal`]) {
    const folder = folders.folder()
    copyFileSync(log(logged), file(folder))
    expectRefused(folder, file(folder), 'is not', 'backup')
  }
})

test('[SD14] a file that is not a log, or the log of another database, is refused', async () => {
  const folder = folders.copyOf(closed)
  writeFileSync(log(folder), 'not a log at all, but long enough to look like one'.repeat(3))
  expectRefused(folder, log(folder), 'not the log', 'Move it away')
  const other = folders.folder()
  await fillLog(other, 50)
  const mixed = folders.copyOf(closed)
  copyFileSync(log(other), log(mixed))
  expectRefused(mixed, database(mixed), 'ends with entry 50, but entry 60', 'backup')
})

test('[SD15] a rollback journal beside the database is refused', async () => {
  const folder = folders.copyOf(closed)
  writeFileSync(`${database(folder)}-journal`, 'x'.repeat(600))
  expectRefused(folder, `${database(folder)}-journal`, 'rollback journal', 'Move it away')
})
