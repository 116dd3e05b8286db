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
import type { StorePaths } from './folder.ts'

/** 'WHOL' in the header marks a database as a Waterhole journal. */
export const APPLICATION_ID = 0x57484f4c
/** Raised when an older release could not read what this one writes. */
export const SCHEMA_VERSION = 1

/**
 * Four trees and no second index: every append then writes few pages, and there is no index that could tell another
 * story than its table.
 *
 * - `journal.top_at` is the latest time of this and all earlier entries: it never falls, whatever the clock did, so
 *   that a search by time can walk back from the end and knows when it is done.
 * - `documents.round` counts checkpoints. A checkpoint is written beside the last one in slices and becomes the valid one in the
 *   moment in which `meta` names its round.
 * - `archive.place` is seq and position within the entry, see `archivePlace.ts`.
 */
export const TABLES = {
  meta: 'CREATE TABLE meta(one INTEGER PRIMARY KEY, crc INTEGER NOT NULL, json TEXT NOT NULL) STRICT',
  journal:
    'CREATE TABLE journal(seq INTEGER PRIMARY KEY, top_at REAL NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL) STRICT',
  documents:
    'CREATE TABLE documents(id TEXT NOT NULL, round INTEGER NOT NULL, version INTEGER NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(id, round)) STRICT, WITHOUT ROWID',
  archive:
    'CREATE TABLE archive(name TEXT NOT NULL, key TEXT NOT NULL, place INTEGER NOT NULL, at REAL NOT NULL, crc INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY(name, key, place)) STRICT, WITHOUT ROWID',
} as const

/** The one row that says how the rest is to be read. */
export const Meta = z.object({
  epoch: z.int().nonnegative(),
  checkpointSeq: z.int().nonnegative(),
  /** The last finished checkpoint; rows of `documents` with a higher round belong to one that was not. */
  round: z.int().nonnegative(),
  /** How many documents the checkpoint holds, and all their checksums in one: a row that got lost is seen. */
  documents: z.int().nonnegative(),
  digest: z.int(),
  /** Entries up to this one were left behind when the store was filled from one that keeps fewer. */
  trimmedTo: z.int().nonnegative().default(0),
})
export type Meta = z.infer<typeof Meta>

const FIRST_META: Meta = { epoch: 0, checkpointSeq: 0, round: 0, documents: 0, digest: 0, trimmedTo: 0 }

export const writeMeta = (database: DatabaseSync, meta: Meta) => {
  const json = JSON.stringify(meta)
  database.prepare('INSERT OR REPLACE INTO meta(one, crc, json) VALUES(1, ?, ?)').run(metaChecksum(json), json)
}

/** The row, or null when it is missing or not as it was written. */
export const readMeta = (database: DatabaseSync): Meta | null => {
  const row = database.prepare('SELECT crc, json FROM meta WHERE one = 1').get()
  if (typeof row?.json !== 'string' || row.crc !== metaChecksum(row.json)) return null
  return Meta.parse(JSON.parse(row.json))
}

/**
 * CRC-32 of a row: of the columns that say what the text is, and of the text. SQLite's own check sees a broken page,
 * but not a changed letter.
 */
const checksum = (columns: string, json: string) => crc32(json, crc32(columns))

const metaChecksum = (json: string) => checksum('meta', json)
export const entryChecksum = (seq: number, topAt: number, json: string) => checksum(`${seq} ${topAt}`, json)
export const documentChecksum = (id: string, round: number, version: number, json: string) =>
  checksum(`${id} ${round} ${version}`, json)
export const lineChecksum = (archive: string, key: string, place: number, at: number, json: string) =>
  checksum(`${archive} ${key} ${place} ${at}`, json)

const buildAt = (file: string) => {
  const database = new DatabaseSync(file)
  try {
    database.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${SCHEMA_VERSION}`)
    for (const sql of Object.values(TABLES)) database.exec(sql)
    writeMeta(database, FIRST_META)
    database.exec('PRAGMA journal_mode=WAL')
  } finally {
    database.close()
  }
}

/** An empty store. Built aside and put in place whole, so that a store which exists is always a complete one. */
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

/** A link is refused when the name is taken: of two that begin at once in a new folder, one makes the store. False for the other. */
export const putInPlace = (built: string, place: string): boolean => {
  try {
    linkSync(built, place)
    return true
  } catch (error) {
    if (existsSync(place)) return false
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(code))) throw error
    // Some network file systems know no links.
    renameSync(built, place)
    return true
  }
}

/** The new name itself must survive a power cut, not only the file. */
export const syncFolder = (folder: string) => {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
