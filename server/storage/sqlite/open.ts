import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, type Meta, openExclusive, readMeta, writeMeta } from './database.ts'
import type { InspectedState } from './inspect.ts'
import { readEnd } from './load.ts'
import type { StorePaths } from './paths.ts'
import { inUse, notOpened } from './problems.ts'
import { openProgressFile, type Progress } from './progress.ts'
import { createRowsByPerson, type RowsByPerson } from './rowsByPerson.ts'

export interface StoreSettings {
  readonly folder: string
  /** False leaves syncing to the system: for measuring what syncing costs, never for a hub. */
  readonly durable: boolean
  /** The database may grow to this many pages of 4 kB; null is SQLite's own limit. */
  readonly maxPages: number | null
  /** How long entries stay in the journal at least, once a checkpoint holds them. */
  readonly journalKeptMs: number
}

/** An open store and how far it is. Shared by the modules of the journal's thread. */
export interface OpenStore {
  readonly paths: StorePaths
  readonly settings: StoreSettings
  readonly database: DatabaseSync
  /** A second handle on the database, see `leftovers.ts`. To close it before `database` would give the lock away. */
  readonly file: number
  readonly byPerson: RowsByPerson
  meta: Meta
  last: number
  topAt: number
  /** Groups that were refused for lack of space. */
  refusals: number
  /** Why nothing is written any more: a write failed in a way that leaves its outcome unknown. */
  broken: string | null
  /** True while an erasure empties SQLite's log itself. */
  carriesLogOver: boolean
  /** True while another process reads the database file and the log: nothing is copied from the log into the file. */
  isHeld: boolean
  /** Writes the progress file. */
  writeProgress(): void
  /** Why the next start would not find what is written now; null while the files of the store are in their places. */
  whyLost(): string | null
  close(): void
}

/** Takes the lease on an inspected store: from here on no other process writes there. @throws StoreInUse */
export const openStore = (paths: StorePaths, inspected: InspectedState, settings: StoreSettings): OpenStore => {
  const file = openToClear(paths)
  const database = openLocked(paths, settings, file)
  const close = () => {
    database.close()
    closeSync(file)
  }
  try {
    if (!isAsInspected(database, inspected)) throw inUse(paths.folder)
    const meta = raiseEpoch(database, inspected)
    const byPerson = createRowsByPerson(database, settings.durable)
    for (const row of inspected.unindexed) byPerson.note(row)
    const progressOf = ({ epoch, checkpointSeq }: Meta, seq: number): Progress => ({ epoch, seq, checkpointSeq })
    const progress = openProgressFile(paths, inspected.progress !== null, progressOf(meta, inspected.last))
    const store: OpenStore = {
      paths,
      settings,
      database,
      file,
      byPerson,
      meta,
      last: inspected.last,
      topAt: inspected.topAt,
      refusals: 0,
      broken: null,
      carriesLogOver: false,
      isHeld: false,
      writeProgress: () => progress.write(progressOf(store.meta, store.last)),
      whyLost: createPlaceCheck(paths, file),
      close() {
        progress.close()
        close()
      },
    }
    return store
  } catch (error) {
    close()
    throw notOpened(paths, error)
  }
}

const openToClear = (paths: StorePaths) => {
  try {
    return openSync(paths.database, 'r+')
  } catch (error) {
    throw notOpened(paths, error)
  }
}

/** @param file is closed when the store is not opened @throws StoreInUse also when another hub starts at the same moment */
const openLocked = (paths: StorePaths, settings: StoreSettings, file: number): DatabaseSync => {
  try {
    return openExclusive(paths, settings)
  } catch (error) {
    closeSync(file)
    throw notOpened(paths, error)
  }
}

/**
 * Compares the names of the store's files with the files that are open: once the folder or a file is removed, renamed or replaced,
 * writes still succeed, but into a file that no start will find.
 */
const createPlaceCheck = (paths: StorePaths, file: number) => {
  const [database, log] = [idOf(fstatSync(file, big)), idOf(statSync(paths.log, big))]
  return () => lostText(paths.database, database) ?? lostText(paths.log, log)
}

const big = { bigint: true } as const
const idOf = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }) => `${dev}:${ino}`

const lostText = (path: string, id: string): string | null => {
  const stopped = (what: string, remedy: string) =>
    `The journal stopped, because ${path} ${what} while the hub was running: nothing more is acknowledged. Stop the hub, ${remedy}, and start it again.`
  const restore = 'put the files journal.* back as they were, or a backup of them'
  try {
    const found = statSync(path, { ...big, throwIfNoEntry: false })
    if (!found) return stopped('was removed or renamed', restore)
    return idOf(found) === id ? null : stopped('was replaced', restore)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return stopped(`could not be found any more (${code})`, 'give its user permission to read and write that folder')
  }
}

/** Another hub may have written between the inspection and the lock. */
const isAsInspected = (database: DatabaseSync, { meta, last }: InspectedState) => {
  const found = readMeta(database)
  return found !== null && JSON.stringify(found) === JSON.stringify(meta) && readEnd(database, found).last === last
}

/**
 * A store without its progress file is a backup that was restored. The original may have given its next epochs already, and an
 * epoch must never mean two things.
 */
const SKIPPED_EPOCHS = 1000

const raiseEpoch = (database: DatabaseSync, { meta, progress, obsolete }: InspectedState): Meta => {
  const isCopy = progress === null && meta.epoch > 0
  const newMeta = { ...meta, epoch: meta.epoch + 1 + (isCopy ? SKIPPED_EPOCHS : 0) }
  inTransaction(database, () => {
    const remove = database.prepare('DELETE FROM documents WHERE id = ? AND round = ?')
    for (const { id, round } of obsolete) remove.run(id, round)
    writeMeta(database, newMeta)
  })
  return newMeta
}
