import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { archivePosition } from '../records.ts'
import { describePosition, type ExportHeader, type Part } from '../transfer/format.ts'
import { PlaceTaken, type TransferTarget } from '../transfer/transferPort.ts'
import {
  APPLICATION_ID,
  commandIdKey,
  documentChecksum,
  entryChecksum,
  inTransaction,
  prepareRowInsert,
  putInPlace,
  setFormat,
  syncFolder,
  TABLES,
  writeMeta,
} from './database.ts'
import { claimFolder } from './folder.ts'
import { type StorePaths, storePaths } from './paths.ts'
import { isBusy, isFull, toError, toProblem } from './problems.ts'
import { readPosition } from './transferSource.ts'

/**
 * How a store is filled that is only tried and then removed. Nothing of it has to survive a power cut, so it is written once, without a log.
 * @param rest is called between two small pieces of work. `sync` has the disk write what was filled since the last time: little, so that
 * the hub's own writes never wait behind much.
 */
export interface OnlyTried {
  readonly rest: (sync: () => void) => void
}

/** An empty data folder that becomes the embedded store. */
export const openSqliteTarget = async (wanted: string, tried: OnlyTried | null = null): Promise<TransferTarget> => {
  const claim = claimed(wanted)
  const paths = storePaths(claim.folder)
  let open: (ReturnType<typeof openImportFile> & { readonly header: ExportHeader }) | null = null
  /** A second handle, of a store that is only tried: to close it before the database would give the lock away. */
  let file: number | null = null
  let fill: ReturnType<typeof createFill>['fill'] | null = null

  const opened = () => {
    if (!open || !fill) throw new Error('The import was not begun.')
    return { ...open, fill }
  }
  const closeImport = () => {
    open?.database.close()
    open = null
    if (file !== null) closeSync(file)
    file = null
  }
  const sync = () => {
    if (file !== null) fdatasyncSync(file)
  }
  const rest = () => tried?.rest(sync)
  return {
    place: `SQLite in ${paths.folder}`,
    async begin(header) {
      const found = taken(paths)
      if (found) throw found
      open = { ...openImportFile(paths, header.check, tried ? UNSAFE : SAFE), header }
      if (tried) file = openSync(paths.unfinished, 'r+')
      fill = createFill(open.database).fill
      return open.filled.parts
    },
    async take(part) {
      const { database, fill: take, filled, header } = opened()
      // It was unpacked and read until now.
      rest()
      const now = inTransaction(database, () => {
        const after = take(part, filled)
        writeFilled(database, after)
        return after
      })
      open = { database, header, filled: now }
      rest()
    },
    async finish() {
      const { database, header, filled } = opened()
      indexRowsByPerson(database, paths, rest)
      makeStore(database, header, filled)
      if (tried) database.exec('PRAGMA journal_mode=WAL')
      closeImport()
      putStoreInPlace(paths, tried === null)
    },
    async close() {
      closeImport()
      claim.release()
    },
  }
}

const claimed = (folder: string) => {
  try {
    return claimFolder(folder)
  } catch (error) {
    throw toError(toProblem(error, folder))
  }
}

/** Null in an empty folder. */
const taken = (paths: StorePaths) => {
  const remedy = 'Nothing was touched. Name another DATA_DIR, or move its files journal.* away.'
  const files = [paths.database, paths.log, paths.rollback, paths.progress].filter((file) => existsSync(file))
  if (files.length === 0) return null
  const found = files.includes(paths.database) ? describeStore(paths) : files.join(' and ')
  return new PlaceTaken(`${paths.folder} holds ${found}. ${remedy}`)
}

const describeStore = (paths: StorePaths) => {
  try {
    return `a store with ${describePosition(readPosition(paths))}`
  } catch (error) {
    return `a store that cannot be looked at (${error instanceof Error ? error.message : error})`
  }
}

/** The complete store gets its name last. */
const putStoreInPlace = (paths: StorePaths, isDurable: boolean) => {
  if (isDurable) {
    const handle = openSync(paths.unfinished, 'r')
    fsyncSync(handle)
    closeSync(handle)
  }
  if (!putInPlace(paths.unfinished, paths.database)) throw taken(paths) ?? new PlaceTaken(paths.database)
  rmSync(paths.unfinished, { force: true })
  if (isDurable) syncFolder(paths.folder)
}

/** The parts that were taken of which file: written together with them. */
const Filled = z.object({
  file: z.string(),
  parts: z.int().nonnegative(),
  documents: z.int().nonnegative(),
  digest: z.int(),
  topAt: z.number(),
})
type Filled = z.infer<typeof Filled>

const IMPORT_TABLE = 'CREATE TABLE filling(one INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT'
const ROUND = 1

/** Records are added at the end of their tables, so few pages are needed again. Also what is sorted in memory at once. */
const CACHE_KIB = 8_192
const SAFE = 'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL'
const UNSAFE = 'PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF'

/**
 * Opens the store that is being filled from a file, and locks it. A power cut that removes a part also removes the note that it was
 * taken. @throws PlaceTaken
 */
const openImportFile = (paths: StorePaths, file: string, writing: string) => {
  let database: DatabaseSync | null = null
  try {
    database = openUnfinished(paths, writing)
    return { database, filled: readFilled(database, paths, file) }
  } catch (error) {
    database?.close()
    if (isBusy(error)) throw new PlaceTaken(`${paths.unfinished} is being filled by another import, which continues.`)
    throw error instanceof PlaceTaken || isOfDisk(error) ? error : notBegun(paths, error)
  }
}

/** The file could not be made or written, whatever it holds: an error of the system, or a full disk. */
const isOfDisk = (error: unknown) => isFull(error) || (error instanceof Error && 'syscall' in error)

const notBegun = (paths: StorePaths, cause?: unknown) =>
  new PlaceTaken(`${paths.unfinished} is not the beginning of an import. Nothing was touched. Move it away.`, { cause })

/** An import that ended right before it got its name does not say any more of which file it was: it begins again. */
const openUnfinished = (paths: StorePaths, writing: string) => {
  const database = openDatabase(paths, writing)
  const isComplete = database.prepare('PRAGMA application_id').get()?.application_id === APPLICATION_ID
  if (!isComplete) return database
  database.close()
  rmSync(paths.unfinished)
  return openDatabase(paths, writing)
}

const openDatabase = ({ unfinished }: StorePaths, writing: string) => {
  closeSync(openSync(unfinished, 'a', 0o600))
  const database = new DatabaseSync(unfinished, { timeout: 0 })
  try {
    database.exec(`PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-${CACHE_KIB}; ${writing}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function readFilled(database: DatabaseSync, paths: StorePaths, file: string): Filled {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  if (tables.length === 0) return createTables(database, file)
  if (!tables.some(({ name }) => name === 'filling')) throw notBegun(paths)
  const filled = Filled.parse(JSON.parse(String(database.prepare('SELECT json FROM filling').get()?.json)))
  if (filled.file === file) return filled
  throw new PlaceTaken(
    `${paths.unfinished} is the beginning of an import of another file. Nothing was touched. Finish that one, or remove all journal.filling*.`,
  )
}

function createTables(database: DatabaseSync, file: string): Filled {
  const filled: Filled = { file, parts: 0, documents: 0, digest: 0, topAt: 0 }
  inTransaction(database, () => {
    for (const sql of [...Object.values(TABLES), IMPORT_TABLE]) database.exec(sql)
    writeFilled(database, filled)
  })
  return filled
}

const writeFilled = (database: DatabaseSync, filled: Filled) =>
  database.prepare('INSERT OR REPLACE INTO filling(one, json) VALUES(1, ?)').run(JSON.stringify(filled))

type PartOf<Kind> = Extract<Part, { of: Kind }>

/** Writes the records of a part, and returns the progress after it. */
const createFill = (database: DatabaseSync) => {
  const addDocument = database.prepare('INSERT INTO documents(id, round, version, crc, json) VALUES(?, ?, ?, ?, ?)')
  const addRow = prepareRowInsert(database)
  const addEntry = database.prepare('INSERT INTO journal(seq, top_at, crc, json, command_id) VALUES(?, ?, ?, ?, ?)')

  const fillDocuments = ({ records }: PartOf<'documents'>, filled: Filled): Filled => {
    let { digest } = filled
    for (const { id, version, value } of records) {
      const json = JSON.stringify(value)
      const crc = documentChecksum(id, ROUND, version, json)
      digest ^= crc
      addDocument.run(id, ROUND, version, crc, json)
    }
    return { ...filled, digest, documents: filled.documents + records.length }
  }
  const fillRows = ({ records }: PartOf<'archive'>) => {
    for (const { kind, seq, position, at, about, row } of records)
      addRow({
        kind,
        position: archivePosition(seq, position),
        at,
        about: JSON.stringify(about),
        json: JSON.stringify(row),
      })
  }
  const fillJournal = ({ records }: PartOf<'journal'>, filled: Filled): Filled => {
    let { topAt } = filled
    for (const entry of records) {
      const json = JSON.stringify(entry)
      topAt = Math.max(topAt, entry.at)
      addEntry.run(entry.seq, topAt, entryChecksum(entry.seq, topAt, json), json, commandIdKey(entry.commandId))
    }
    return { ...filled, topAt }
  }
  return {
    fill(part: Part, before: Filled): Filled {
      const filled = { ...before, parts: part.number }
      if (part.of === 'documents') return fillDocuments(part, filled)
      if (part.of === 'journal') return fillJournal(part, filled)
      if (part.of === 'archive') fillRows(part)
      return filled
    },
  }
}

const REST_EVERY_ROWS = 100

/**
 * Fills what finds rows by person, once all rows are in, and in its own order: row by row each would go to another page, and the disk would
 * be given the same pages again and again. What is sorted goes through files without a name in the same folder.
 */
const indexRowsByPerson = (database: DatabaseSync, { folder }: StorePaths, rest: () => void) => {
  database.function('rested', () => {
    rest()
    return 1
  })
  const restsNow = `(position % ${REST_EVERY_ROWS} <> 0 OR rested())`
  database.exec(`PRAGMA temp_store_directory='${folder.replaceAll("'", "''")}'`)
  try {
    // Grouped are sorted and each once. The first condition rests while they are sorted, the second while they are written.
    inTransaction(database, () =>
      database.exec(
        `INSERT OR IGNORE INTO archive_about(person, kind, position)
         SELECT about.value, kind, position FROM archive, json_each(archive.about) AS about
         WHERE ${restsNow} GROUP BY 1, 2, 3 HAVING ${restsNow}`,
      ),
    )
  } finally {
    database.exec("PRAGMA temp_store_directory=''")
  }
}

/** Turns the filled database into a store, without a progress file, as a restored backup has none. */
const makeStore = (database: DatabaseSync, { position }: ExportHeader, { documents, digest }: Filled) => {
  const { epoch, checkpointSeq, trimmedTo } = position
  inTransaction(database, () => {
    writeMeta(database, { epoch, checkpointSeq, trimmedTo, round: ROUND, documents, digest, checkpoints: [] })
    database.exec('DROP TABLE filling')
    setFormat(database)
  })
  database.exec('PRAGMA synchronous=FULL; PRAGMA wal_checkpoint(TRUNCATE)')
}
