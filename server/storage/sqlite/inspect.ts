import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { canMigrate, formatOf, MIGRATIONS, type Migration, OLDEST_FORMAT } from '../migrations.ts'
import { APPLICATION_ID, createDatabase, formatIn } from './database.ts'
import { type Contents, readContents, readState } from './load.ts'
import { migrateDatabase } from './migrate.ts'
import type { StorePaths } from './paths.ts'
import {
  Damage,
  damaged,
  foreign,
  inUse,
  isBusy,
  newer,
  older,
  rolledBack,
  sqliteCode,
  unfinishedImport,
  unreachable,
} from './problems.ts'
import { type Progress, readProgress } from './progress.ts'
import { type LogState, lookAtLog } from './walFile.ts'

export interface Inspected extends Contents {
  readonly progress: Progress | null
}

/** Without the documents, which are many. */
export type InspectedState = Omit<Inspected, 'documents'>

/**
 * Reads and checks a store, and creates it first if there is none. A store of an older format that can be migrated is migrated. A store
 * that is refused is left exactly as it was. @throws Damage, StoreInUse
 */
export const inspect = (paths: StorePaths, migrations = MIGRATIONS): Inspected => {
  if (!existsSync(paths.database)) {
    checkNoLeftovers(paths)
    createDatabase(paths)
  }
  checkAccess(paths)
  checkPlace(paths, migrations)
  try {
    const progress = readProgress(paths, existsSync(paths.progress))
    const format = look(paths, (database) => readFormat(database, paths, migrations))
    if (format < formatOf(migrations)) {
      checkProgress(paths, look(paths, readState), progress)
      migrateDatabase(paths, format, migrations)
    }
    const contents = look(paths, readContents)
    checkProgress(paths, contents, progress)
    return { ...contents, progress }
  } catch (error) {
    throw wrongWithLook(paths, error)
  }
}

const checkNoLeftovers = (paths: StorePaths) => {
  for (const file of [paths.log, paths.rollback, paths.progress]) {
    if (existsSync(file)) throw damaged(paths, 'is there, but the journal.db that it belongs to is not.', file)
  }
  if (existsSync(paths.unfinished)) throw unfinishedImport(paths)
}

/** The hub writes in all of these files: SQLite would notice that it may not only after it has begun. @throws Damage */
const checkAccess = ({ database, log, progress }: StorePaths) => {
  for (const file of [database, log, progress].filter((one) => existsSync(one))) {
    try {
      accessSync(file, constants.R_OK | constants.W_OK)
    } catch (error) {
      throw unreachable(file, `may not be read and written (${(error as NodeJS.ErrnoException).code}).`)
    }
  }
}

/** Checks everything that can be checked without opening the store. @throws Damage, StoreInUse */
export const checkPlace = (paths: StorePaths, migrations = MIGRATIONS): void => {
  checkHeader(paths, migrations)
  if (existsSync(paths.rollback)) {
    throw foreign(paths, 'is a rollback journal, which the hub never makes.', paths.rollback)
  }
  checkFree(paths)
}

/**
 * The format of the store with its log: a hub that was killed at the end of a migration leaves the new format in the log alone, and the
 * former one in the file's header. @throws Damage when this release cannot read it
 */
export const readFormat = (database: DatabaseSync, paths: StorePaths, migrations = MIGRATIONS): number => {
  const format = formatIn(database)
  checkFormat(paths, format, migrations)
  return format
}

const look = <Result>(paths: StorePaths, read: (database: DatabaseSync, paths: StorePaths) => Result): Result => {
  const database = openToLook(paths)
  try {
    return read(database, paths)
  } finally {
    database.close()
  }
}

/** Compares the store with the progress file. @throws Damage when more had been written than the store holds */
export const checkProgress = (
  paths: StorePaths,
  { meta, last }: Pick<Contents, 'meta' | 'last'>,
  progress: Progress | null,
) => {
  if (progress === null) return
  if (last < progress.seq) {
    throw rolledBack(paths, `ends with entry ${last}, but entry ${progress.seq} had been written: the end is lost.`)
  }
  if (meta.epoch < progress.epoch || meta.checkpointSeq < progress.checkpointSeq) {
    throw rolledBack(paths, `is older than what ${paths.progress} records: its last writes are lost.`)
  }
}

/** The error to report for a failed inspection. To a process without a lock, another hub that writes looks like damage. */
export const wrongWithLook = (paths: StorePaths, error: unknown): unknown => {
  checkFree(paths)
  const isAboutFiles =
    sqliteCode(error) !== undefined || (error instanceof Error && 'code' in error && typeof error.code === 'string')
  if (error instanceof Damage || !isAboutFiles) return error
  return damaged(paths, `cannot be read (${error instanceof Error ? error.message : error}).`)
}

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
/** Offsets in the database header: sqlite.org/fileformat2.html, "The Database Header". */
const WRITE_VERSION = 18
const READ_VERSION = 19
const USER_VERSION = 60
const APPLICATION = 68
const WAL = 2

/** Checks the first hundred bytes. @throws Damage when this release cannot read the file */
const checkHeader = (paths: StorePaths, migrations: readonly Migration[]): void => {
  const stat = statSync(paths.database)
  if (!stat.isFile()) throw foreign(paths, 'is not a file.')
  if (stat.size === 0) throw damaged(paths, 'is empty.')
  const header = readHeader(paths)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw foreign(paths, 'is not an SQLite database.')
  if (stat.size < HEADER_BYTES) throw damaged(paths, 'is cut short.')
  if (header.readUInt32BE(APPLICATION) !== APPLICATION_ID) throw foreign(paths, 'is the database of another program.')
  const format = header.readUInt32BE(USER_VERSION)
  const isDamaged = format < 1 || header[WRITE_VERSION] !== WAL || header[READ_VERSION] !== WAL
  if (isDamaged && format <= formatOf(migrations)) throw damaged(paths, 'has a damaged header.')
  checkFormat(paths, format, migrations)
}

const checkFormat = (paths: StorePaths, format: number, migrations: readonly Migration[]): void => {
  const known = formatOf(migrations)
  if (format > known) throw newer(paths, `was written in format ${format}; this release knows formats up to ${known}.`)
  if (!canMigrate(format, migrations))
    throw older(
      paths,
      `was written by an older release, in format ${format}; this release reads formats from ${OLDEST_FORMAT} on.`,
    )
}

const readHeader = (paths: StorePaths) => {
  const header = Buffer.alloc(HEADER_BYTES)
  let file: number
  try {
    file = openSync(paths.database, 'r')
  } catch (error) {
    throw unreachable(paths.database, `cannot be opened (${error instanceof Error ? error.message : error}).`)
  }
  try {
    readSync(file, header, 0, HEADER_BYTES, 0)
    return header
  } finally {
    closeSync(file)
  }
}

/**
 * Checks whether another process holds the lease, without leaving a trace. The connection is read-only but requests the exclusive lock:
 * if the file is locked the answer is "busy", and if it is free the system refuses a write lock on a read-only handle. Either way
 * SQLite has not touched a log yet. @throws StoreInUse
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

/** Opens a store for reading and leaves it as it was. @throws Damage */
export const openToLook = (paths: StorePaths) => {
  const log = existsSync(paths.log) ? lookAtLog(paths.log) : 'none'
  if (log === 'foreign') throw foreign(paths, 'is not the log of an SQLite database.', paths.log)
  return openForInspection(paths, log)
}

const NO_LOCKS = process.platform === 'win32' ? 'win32-none' : 'unix-none'

/**
 * A connection that reads what the hub would read and leaves no trace: names, bytes and times stay, even when it is closed.
 *
 * Without a log: `immutable`, SQLite only reads. With one: no locks, so that the log's index is kept in memory instead of a file, and
 * a read-only handle, so that SQLite's cleanup on closing fails at its first write. That cleanup would delete a log without frames,
 * which is why such a log is not shown to SQLite.
 */
const openForInspection = (paths: StorePaths, log: LogState) => {
  const database = openReadOnly(paths, log === 'frames' ? `?mode=ro&vfs=${NO_LOCKS}` : '?mode=ro&immutable=1')
  database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON')
  return database
}

const openReadOnly = (paths: StorePaths, search: string) => {
  const address = pathToFileURL(paths.database)
  address.search = search
  return new DatabaseSync(address, { readOnly: true, allowExtension: false })
}
