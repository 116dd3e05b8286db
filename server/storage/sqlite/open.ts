import { DatabaseSync } from 'node:sqlite'
import { inTransaction, type Meta, readMeta, writeMeta } from './database.ts'
import type { StorePaths } from './folder.ts'
import type { Inspected } from './inspect.ts'
import { readEnd } from './load.ts'
import { inUse, isBusy } from './problems.ts'
import { type Progress, openProgressFile } from './progress.ts'

/** An open store and how far it is. The one thing that the parts of the journal's thread share. */
export interface OpenStore {
  readonly paths: StorePaths
  readonly settings: SqliteSettings
  readonly database: DatabaseSync
  meta: Meta
  last: number
  topAt: number
  /** Groups refused for want of room. */
  refusals: number
  /** Why nothing is written any more: a write failed in a way that leaves its fate unknown. */
  broken: string | null
  /** Writes down how far the store has come. */
  writeProgress(): void
  close(): void
}

const markFor = (paths: StorePaths, database: DatabaseSync, hasMark: boolean, first: Progress) => {
  try {
    return openProgressFile(paths, hasMark, first)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Takes the lease on an inspected store. @throws StoreInUse */
export const openStore = (paths: StorePaths, inspected: Inspected, settings: SqliteSettings): OpenStore => {
  const { database, meta } = takeLease(paths, inspected, settings)
  const progress = (): Progress => ({
    epoch: standing.meta.epoch,
    seq: standing.last,
    checkpointSeq: standing.meta.checkpointSeq,
  })
  const standing: OpenStore = {
    paths,
    settings,
    database,
    meta,
    last: inspected.last,
    topAt: inspected.topAt,
    refusals: 0,
    broken: null,
    writeProgress: () => mark.write(progress()),
    close: () => {
      mark.close()
      database.close()
    },
  }
  const mark = markFor(paths, database, inspected.mark !== null, progress())
  return standing
}

export interface SqliteSettings {
  readonly folder: string
  /** False leaves syncing to the system: for measuring what syncing costs, never for a hub. */
  readonly durable: boolean
  /** The database may grow to so many pages (4 kB each); null is SQLite's own limit. */
  readonly maxPages: number | null
}

/** Room for the pages that appends touch again and again. */
const CACHE_KIB = 16_384
/**
 * A journal that is there without its mark is a copy that was put back. Its next epochs may have been given out by the
 * original already, and an epoch must never mean two things.
 */
const EPOCHS_LEFT_OUT = 1000

/**
 * Exclusive for as long as the connection lives; the lock goes with the process, however it ends. SQLite's log is emptied
 * by us between batches (see `tidying.ts`), not inside of somebody's commit.
 */
const openExclusive = (paths: StorePaths, { durable, maxPages }: SqliteSettings) => {
  const database = new DatabaseSync(paths.database, { timeout: 0 })
  database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA wal_autocheckpoint=0; PRAGMA trusted_schema=OFF')
  database.exec(`PRAGMA cache_size=-${CACHE_KIB}; PRAGMA synchronous=${durable ? 'FULL' : 'OFF'}`)
  if (maxPages !== null) database.exec(`PRAGMA max_page_count=${maxPages}`)
  return database
}

/** Between the look and the lock another hub may have come and gone. */
const isAsInspected = (database: DatabaseSync, { meta, last }: Inspected) => {
  const found = readMeta(database)
  return found !== null && JSON.stringify(found) === JSON.stringify(meta) && readEnd(database, found).last === last
}

const raiseEpoch = (database: DatabaseSync, { meta, mark, unfinished }: Inspected): Meta => {
  const isCopy = mark === null && meta.epoch > 0
  const raised = { ...meta, epoch: meta.epoch + 1 + (isCopy ? EPOCHS_LEFT_OUT : 0) }
  inTransaction(database, () => {
    const forget = database.prepare('DELETE FROM documents WHERE id = ? AND round > ?')
    for (const id of unfinished) forget.run(id, meta.round)
    writeMeta(database, raised)
  })
  return raised
}

/** Takes the lease on an inspected store: from here on nobody else writes there. @throws StoreInUse */
const takeLease = (paths: StorePaths, inspected: Inspected, settings: SqliteSettings) => {
  const database = openExclusive(paths, settings)
  try {
    if (!isAsInspected(database, inspected)) throw inUse(paths.folder)
    return { database, meta: raiseEpoch(database, inspected) }
  } catch (error) {
    database.close()
    throw isBusy(error) ? inUse(paths.folder) : error
  }
}
