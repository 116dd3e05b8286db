import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { STORE_FORMAT } from '../migrations.ts'
import type { StorePaths } from './paths.ts'

/** 'WHOL' in the header marks a database as a Waterhole journal. `user_version` is the store format. */
export const APPLICATION_ID = 0x57484f4c

/**
 * - `journal.top_at` is the latest time of this and all earlier entries. `journal.command_id` is the entry's command id in small letters,
 *   so that ids sort by the time that they say; by it the answer to a repeated command is found.
 * - `documents.round` counts checkpoints. A checkpoint is written beside the last one in slices and becomes valid at the moment in which
 *   `meta` names its round.
 * - `archive.position` is seq and position within the entry, see `archivePosition`. It orders rows by time too: so no index by time is
 *   needed, and an append writes few pages.
 * - `archive_about` finds the rows about a person. Rows of entries after the checkpoint may be missing there, see `rowsByPerson.ts`.
 */
export const TABLES = {
  meta: 'CREATE TABLE meta(one INTEGER PRIMARY KEY, crc INTEGER NOT NULL, json TEXT NOT NULL) STRICT',
  journal:
    'CREATE TABLE journal(seq INTEGER PRIMARY KEY, top_at REAL NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL, command_id TEXT) STRICT',
  journalCommandId: 'CREATE INDEX journal_command_id ON journal(command_id) WHERE command_id IS NOT NULL',
  documents:
    'CREATE TABLE documents(id TEXT NOT NULL, round INTEGER NOT NULL, version INTEGER NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(id, round)) STRICT, WITHOUT ROWID',
  archive:
    'CREATE TABLE archive(kind TEXT NOT NULL, position INTEGER NOT NULL, at REAL NOT NULL, about TEXT NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(kind, position)) STRICT, WITHOUT ROWID',
  archiveAbout:
    'CREATE TABLE archive_about(person TEXT NOT NULL, kind TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY(person, kind, position)) STRICT, WITHOUT ROWID',
} as const

/** The tables of format 2, which kept answers to command ids beside the journal. */
const TABLES_OF_2 = [
  TABLES.meta,
  'CREATE TABLE journal(seq INTEGER PRIMARY KEY, top_at REAL NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL) STRICT',
  TABLES.documents,
  'CREATE TABLE answers(seq INTEGER PRIMARY KEY, at REAL NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL) STRICT',
  TABLES.archive,
  TABLES.archiveAbout,
]
export const tablesOf = (format: number): readonly string[] => (format === 2 ? TABLES_OF_2 : Object.values(TABLES))

/** Makes the tables of format 3 out of those of format 2. */
export const indexCommandIds = (database: DatabaseSync) => {
  database.exec('ALTER TABLE journal ADD COLUMN command_id TEXT')
  database.exec("UPDATE journal SET command_id = lower(json ->> '$.commandId')")
  database.exec(TABLES.journalCommandId)
  database.exec('DROP TABLE answers')
}

export const formatIn = (database: DatabaseSync) => Number(database.prepare('PRAGMA user_version').get()?.user_version)

export const setFormat = (database: DatabaseSync, format = STORE_FORMAT) =>
  database.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${format}`)

/** The one row that says how the rest is to be read. */
export const Meta = z.object({
  epoch: z.int().nonnegative(),
  checkpointSeq: z.int().nonnegative(),
  /** Of the last finished checkpoint; rows of `documents` with a higher round belong to one that was not finished. */
  round: z.int().nonnegative(),
  /** The number of documents in the checkpoint, and the combination of their checksums: a lost row is detected. */
  documents: z.int().nonnegative(),
  digest: z.int(),
  /** Entries up to this one are no longer in the journal. */
  trimmedTo: z.int().nonnegative(),
  /** Some checkpoints, oldest first, with their times by the clock of this machine: they say which entries are old. */
  checkpoints: z.array(z.object({ seq: z.int().nonnegative(), at: z.number() })),
})
export type Meta = z.infer<typeof Meta>

export const FIRST_META: Meta = {
  epoch: 0,
  checkpointSeq: 0,
  round: 0,
  documents: 0,
  digest: 0,
  trimmedTo: 0,
  checkpoints: [],
}

export const writeMeta = (database: DatabaseSync, meta: Meta) => {
  const json = JSON.stringify(meta)
  database.prepare('INSERT OR REPLACE INTO meta(one, crc, json) VALUES(1, ?, ?)').run(metaChecksum(json), json)
}

/** Null when the row is missing or not as it was written. */
export const readMeta = (database: DatabaseSync): Meta | null => {
  const row = database.prepare('SELECT crc, json FROM meta WHERE one = 1').get()
  if (typeof row?.json !== 'string' || row.crc !== metaChecksum(row.json)) return null
  return Meta.parse(JSON.parse(row.json))
}

/** CRC-32 of the columns that identify a row and of its text. SQLite's own check detects a broken page, but not a changed letter. */
const checksum = (columns: string, json: Text) => crc32(json, crc32(columns))
/** JSON, or its bytes in UTF-8: the checksum is the same. */
type Text = string | Uint8Array

const metaChecksum = (json: string) => checksum('meta', json)
export const entryChecksum = (seq: number, topAt: number, json: Text) => checksum(`${seq} ${topAt}`, json)
export const documentChecksum = (id: string, round: number, version: number, json: string) =>
  checksum(`${id} ${round} ${version}`, json)
export const rowChecksum = ({ kind, position, at, about, json }: ArchiveColumns<Text>) =>
  checksum(`${kind} ${position} ${at} ${about}`, json)

/** As the journal's column has it. */
export const commandIdKey = (commandId: string | null) => commandId?.toLowerCase() ?? null

/** A row of `archive` without its checksum. */
export interface ArchiveColumns<Json = string> {
  readonly kind: string
  readonly position: number
  readonly at: number
  /** JSON of the persons it is about. */
  readonly about: string
  readonly json: Json
}

/** Inserts rows of archives, but not into the index by person. */
export const prepareRowInsert = (database: DatabaseSync) => {
  const insert = database.prepare(
    'INSERT INTO archive(kind, position, at, about, crc, json) VALUES(?, ?, ?, ?, ?, CAST(? AS TEXT))',
  )
  return (row: ArchiveColumns<Text>) =>
    void insert.run(row.kind, row.position, row.at, row.about, rowChecksum(row), row.json)
}

/** For the pages that appends change again and again. Where an index grew, the commit looks through all of it: a larger one makes appends slower. */
const CACHE_KIB = 4_096

/**
 * Locked for as long as the connection lives; the system releases the lock with the process, however it ends. SQLite's log is emptied
 * between batches (see `append.ts`), not inside of a commit.
 */
export const openExclusive = (
  paths: StorePaths,
  { durable, maxPages }: { readonly durable: boolean; readonly maxPages: number | null },
) => {
  const database = new DatabaseSync(paths.database, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA wal_autocheckpoint=0; PRAGMA trusted_schema=OFF')
    database.exec(`PRAGMA cache_size=-${CACHE_KIB}; PRAGMA synchronous=${durable ? 'FULL' : 'OFF'}`)
    if (maxPages !== null) database.exec(`PRAGMA max_page_count=${maxPages}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** All of it or nothing. After some errors SQLite has rolled back by itself. */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** The same for what the next start can do without. Such a write never survives without everything that was written before it. */
export const inUnsyncedTransaction = <Result>(database: DatabaseSync, durable: boolean, work: () => Result): Result => {
  if (!durable) return inTransaction(database, work)
  database.exec('PRAGMA synchronous=NORMAL')
  try {
    return inTransaction(database, work)
  } finally {
    database.exec('PRAGMA synchronous=FULL')
  }
}

/** Creates an empty store. It is built aside and put in place as a whole, so that a store that exists is always complete. */
export const createDatabase = (paths: StorePaths) => {
  const aside = mkdtempSync(join(paths.folder, 'journal-begun-'))
  try {
    const built = join(aside, 'journal.db')
    buildAt(built)
    // SQLite gives its log the mode of the database.
    chmodSync(built, 0o600)
    putInPlace(built, paths.database)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  syncFolder(paths.folder)
}

const buildAt = (file: string) => {
  const database = new DatabaseSync(file)
  try {
    setFormat(database)
    for (const sql of Object.values(TABLES)) database.exec(sql)
    writeMeta(database, FIRST_META)
    database.exec('PRAGMA journal_mode=WAL')
  } finally {
    database.close()
  }
}

/** A link is refused when the name exists: of two processes that start in a new folder, one creates the store. False for the other. */
export const putInPlace = (built: string, place: string): boolean => {
  try {
    linkSync(built, place)
    return true
  } catch (error) {
    if (existsSync(place)) return false
    const code = error instanceof Error && 'code' in error ? error.code : ''
    // EISDIR: Windows says so on exFAT.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR'].includes(String(code))) throw error
    // FAT, exFAT and some network file systems have no links.
    renameSync(built, place)
    return true
  }
}

/** The new name must survive a power cut, not only the file. */
export const syncFolder = (folder: string) => {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
