import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { APPLICATION_ID, createDatabase, SCHEMA_VERSION } from './database.ts'
import type { StorePaths } from './folder.ts'
import { type Contents, readContents } from './load.ts'
import {
  Damage,
  damaged,
  foreign,
  inUse,
  isBusy,
  newer,
  rolledBack,
  sqliteCode,
  unfinishedImport,
  unreachable,
} from './problems.ts'
import { type Progress, readProgress } from './progress.ts'
import { type LogState, lookAtLog } from './walFile.ts'

export interface Inspected extends Contents {
  readonly mark: Progress | null
}

const checkNoStrays = (paths: StorePaths) => {
  for (const file of [paths.log, paths.rollback, paths.progress]) {
    if (existsSync(file)) throw damaged(paths, 'is there, but the journal.db that it belongs to is not.', file)
  }
  if (existsSync(paths.filling)) throw unfinishedImport(paths)
}

/** @throws Damage when more had been written than is there */
export const checkAgainstMark = (
  paths: StorePaths,
  { meta, last }: Pick<Contents, 'meta' | 'last'>,
  mark: Progress | null,
) => {
  if (mark === null) return
  if (last < mark.seq) {
    throw rolledBack(paths, `ends with entry ${last}, but entry ${mark.seq} had been written: the end is lost.`)
  }
  if (meta.epoch < mark.epoch || meta.checkpointSeq < mark.checkpointSeq) {
    throw rolledBack(paths, `is older than what ${paths.progress} tells of: its last writes are lost.`)
  }
}

/** By what can be seen without opening it. @throws Damage, StoreInUse */
export const checkPlace = (paths: StorePaths) => {
  checkHeader(paths)
  if (existsSync(paths.rollback)) {
    throw foreign(paths, 'is a rollback journal, which the hub never makes.', paths.rollback)
  }
  checkFree(paths)
}

/** A store that is there, opened to be looked at and left as it was. @throws Damage */
export const openToLook = (paths: StorePaths) => {
  const log = existsSync(paths.log) ? lookAtLog(paths.log) : 'none'
  if (log === 'foreign') throw foreign(paths, 'is not the log of an SQLite database.', paths.log)
  return openForInspection(paths, log)
}

const readAll = (paths: StorePaths): Contents => {
  const database = openToLook(paths)
  try {
    return readContents(database, paths)
  } finally {
    database.close()
  }
}

/** What SQLite and the file system say about a file that is broken, as far as it is not our own mistake. */
const isAboutFiles = (error: unknown) =>
  sqliteCode(error) !== undefined || (error instanceof Error && 'code' in error && typeof error.code === 'string')

/** What went wrong while a store was looked at. Another hub that writes already looks like damage to somebody without a lock. */
export const wrongWithLook = (paths: StorePaths, error: unknown): unknown => {
  checkFree(paths)
  if (error instanceof Damage || !isAboutFiles(error)) return error
  return damaged(paths, `cannot be read (${error instanceof Error ? error.message : error}).`)
}

/**
 * Looks at a store, makes it first if there is none, and reads everything; a store that is refused is left exactly as it was.
 * @throws Damage, StoreInUse
 */
export const inspect = (paths: StorePaths): Inspected => {
  if (!existsSync(paths.database)) {
    checkNoStrays(paths)
    createDatabase(paths)
  }
  checkPlace(paths)
  try {
    const mark = readProgress(paths, existsSync(paths.progress))
    const contents = readAll(paths)
    checkAgainstMark(paths, contents, mark)
    return { ...contents, mark }
  } catch (error) {
    throw wrongWithLook(paths, error)
  }
}

const MAGIC = 'SQLite format 3\0'
const HEADER = 100
/** Offsets in the database header: sqlite.org/fileformat2.html, "The Database Header". */
const WRITE_FORMAT = 18
const READ_FORMAT = 19
const USER_VERSION = 60
const APPLICATION = 68
const LOGGED = 2

const readHeader = (paths: StorePaths) => {
  const header = Buffer.alloc(HEADER)
  let file: number
  try {
    file = openSync(paths.database, 'r')
  } catch (error) {
    throw unreachable(paths.database, `cannot be opened (${error instanceof Error ? error.message : error}).`)
  }
  try {
    readSync(file, header, 0, HEADER, 0)
    return header
  } finally {
    closeSync(file)
  }
}

/** Whether the file is a journal that this release can read, by its first hundred bytes. @throws Damage */
const checkHeader = (paths: StorePaths) => {
  const stat = statSync(paths.database)
  if (!stat.isFile()) throw foreign(paths, 'is not a file.')
  if (stat.size === 0) throw damaged(paths, 'is empty.')
  const header = readHeader(paths)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw foreign(paths, 'is not an SQLite database.')
  if (stat.size < HEADER) throw damaged(paths, 'is cut short.')
  if (header.readUInt32BE(APPLICATION) !== APPLICATION_ID) throw foreign(paths, 'is the database of another program.')
  const version = header.readUInt32BE(USER_VERSION)
  if (version > SCHEMA_VERSION) {
    throw newer(paths, `was written in form ${version}; this release knows forms up to ${SCHEMA_VERSION}.`)
  }
  if (version < 1 || header[WRITE_FORMAT] !== LOGGED || header[READ_FORMAT] !== LOGGED) {
    throw damaged(paths, 'has a damaged header.')
  }
}

const NO_LOCKS = process.platform === 'win32' ? 'win32-none' : 'unix-none'

const openReadOnly = (paths: StorePaths, search: string) => {
  const address = pathToFileURL(paths.database)
  address.search = search
  return new DatabaseSync(address, { readOnly: true, allowExtension: false })
}

/**
 * Whether another process holds the lease, without leaving a trace. The connection may only read, but asks for the
 * exclusive lock: if the file is locked the answer is "busy", and if it is free the system refuses a write lock on a
 * handle for reading. Either way SQLite has not yet touched a log. @throws StoreInUse
 */
const checkFree = (paths: StorePaths) => {
  const database = openReadOnly(paths, '?mode=ro')
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    if (isBusy(error)) throw inUse(paths.folder)
    if (sqliteCode(error) === undefined) throw error
  } finally {
    database.close()
  }
}

/**
 * A connection that sees what the hub would see and leaves no trace: names, bytes and times stay, also when it is closed.
 *
 * Without a log: `immutable`, SQLite reads and asks for nothing. With one: no locks, so that the log's index is kept in
 * memory instead of in a file, and a handle for reading, so that the tidying which SQLite wants to do on closing fails
 * at its first write. That tidying would delete a log without frames, which is why such a log is not shown to SQLite.
 */
const openForInspection = (paths: StorePaths, log: LogState) => {
  const database = openReadOnly(paths, log === 'frames' ? `?mode=ro&vfs=${NO_LOCKS}` : '?mode=ro&immutable=1')
  database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON')
  return database
}
