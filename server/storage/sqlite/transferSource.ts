import { existsSync, statSync } from 'node:fs'
import { createMigration } from '../migrations.ts'
import type { RecordKind } from '../records.ts'
import type { Position } from '../transfer/format.ts'
import { NoStore, SourceMoved, type SourceRecord, type TransferSource } from '../transfer/transferPort.ts'
import { claimFolder } from './folder.ts'
import { checkPlace, checkProgress, openToLook, readFormat, wrongWithLook } from './inspect.ts'
import { eachDocument, readState } from './load.ts'
import { type StorePaths, storePaths } from './paths.ts'
import { toError, toProblem, unreachable } from './problems.ts'
import { readProgress } from './progress.ts'
import { checkedEntry, entryText, rowText } from './read.ts'

/**
 * The embedded store of a hub that is not running, which is left as it was; a store of an older format is exported in the newest one. It
 * is not locked meanwhile, since a lock would have to write: a hub that starts while it is read is detected at the end.
 * @throws NoStore, DamagedStore, StoreInUse
 */
export const openSqliteSource = async (wanted: string): Promise<TransferSource> => {
  const asError = (error: unknown) => toError(toProblem(error, wanted))
  const whyNot = whyNotThere(storePaths(wanted).database)
  if (whyNot === 'ENOENT' || whyNot === 'ENOTDIR')
    throw new NoStore(`There is no store in ${wanted}: no journal.db. Set DATA_DIR to the data folder of the hub.`)
  // The hub may run as another user, whose folder it is.
  if (whyNot !== null) throw asError(unreachable(wanted, `may not be read (${whyNot}).`))
  let claim: ReturnType<typeof claimFolder> | null = null
  try {
    claim = claimFolder(wanted)
    const paths = storePaths(claim.folder)
    return sourceOf(paths, look(paths), claim.release, asError)
  } catch (error) {
    claim?.release()
    throw asError(error)
  }
}

/** The system's code where a file is not there, or cannot be seen; null where it is there. */
function whyNotThere(file: string): string | null {
  try {
    statSync(file)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

/**
 * The embedded store of a running hub in another process, which holds it (`Storage.hold`): as it is at this moment. The database file does
 * not change while it is held, and SQLite's log only grows. No lock is taken, and nothing is written. @throws DamagedStore
 */
export const openHeldSource = async (folder: string): Promise<TransferSource> => {
  const paths = storePaths(folder)
  const asError = (error: unknown) => toError(toProblem(error, folder))
  try {
    // Read first: the hub continues to write, and notes that here afterwards.
    const progress = readProgress(paths, existsSync(paths.progress))
    const opened = openState(paths, progress)
    return {
      place: `SQLite in ${folder}`,
      position: positionOf(opened),
      async *records() {
        try {
          yield* eachRecord(opened, paths)
        } catch (error) {
          throw asError(error)
        }
      },
      // The process that holds it knows.
      async confirm() {},
      async close() {
        opened.database.close()
      },
    }
  } catch (error) {
    throw asError(error)
  }
}

/** How far the store is. @throws Damage, StoreInUse */
export const readPosition = (paths: StorePaths): Position => {
  const { opened } = look(paths)
  opened.database.close()
  return positionOf(opened)
}

const positionOf = ({ meta, last, topAt }: ReturnType<typeof openState>): Position => {
  const { epoch, checkpointSeq, trimmedTo } = meta
  return { epoch, checkpointSeq, trimmedTo, lastSeq: last, newestAt: topAt }
}

const look = (paths: StorePaths) => {
  checkPlace(paths)
  const stamp = stampOf(paths)
  try {
    return { stamp, opened: openState(paths) }
  } catch (error) {
    throw wrongWithLook(paths, error)
  }
}

const openState = (paths: StorePaths, progress?: ReturnType<typeof readProgress>) => {
  const database = openToLook(paths)
  try {
    const format = readFormat(database, paths)
    const state = readState(database, paths)
    checkProgress(paths, state, progress ?? readProgress(paths, existsSync(paths.progress)))
    return { database, format, ...state }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Changes with every write, and with every hub that starts, which writes the progress file. */
const stampOf = ({ database, log, progress }: StorePaths) =>
  [database, log, progress]
    .map((file) => {
      const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
      return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : 'none'
    })
    .join()

function sourceOf(
  paths: StorePaths,
  { opened, stamp }: ReturnType<typeof look>,
  release: () => void,
  asError: (error: unknown) => Error,
): TransferSource {
  const moved = () =>
    new SourceMoved(
      `${paths.folder} was written to while it was read: a hub has started there. Stop it, and export again.`,
    )
  return {
    place: `SQLite in ${paths.folder}`,
    position: positionOf(opened),
    async *records() {
      try {
        yield* eachRecord(opened, paths)
      } catch (error) {
        throw stampOf(paths) === stamp ? asError(wrongWithLook(paths, error)) : moved()
      }
    },
    async confirm() {
      if (stampOf(paths) !== stamp) throw moved()
    },
    async close() {
      opened.database.close()
      release()
    },
  }
}

function* eachRecord(
  { database, format, meta }: ReturnType<typeof openState>,
  paths: StorePaths,
): Generator<SourceRecord> {
  const { isDue, migrate } = createMigration(format)
  const record = (of: RecordKind, json: string): SourceRecord => ({
    of,
    json: isDue ? JSON.stringify(migrate(of, JSON.parse(json))) : json,
  })
  for (const { id, version, json } of eachDocument(database, paths, meta))
    yield record('documents', `${JSON.stringify({ id, version }).slice(0, -1)},"value":${json}}`)
  const rows = database.prepare('SELECT kind, position, at, about, crc, json FROM archive')
  for (const found of rows.iterate()) yield record('archive', rowText(found, paths))
  const entries = database.prepare('SELECT seq, top_at AS topAt, crc, json FROM journal ORDER BY seq')
  for (const row of entries.iterate())
    yield record('journal', (isDue ? entryText(row, paths) : checkedEntry(row, paths)).json)
}
