import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { archivePosition } from '../entries.ts'
import { type ExportHeader, type Part, describePosition } from '../transfer/format.ts'
import { PlaceTaken, type TransferTarget } from '../transfer/transferPort.ts'
import {
  APPLICATION_ID,
  documentChecksum,
  entryChecksum,
  inTransaction,
  lineChecksum,
  putInPlace,
  SCHEMA_VERSION,
  syncFolder,
  TABLES,
  writeMeta,
} from './database.ts'
import { claimFolder, type StorePaths, storePaths } from './folder.ts'
import { isBusy, toError, toProblem } from './problems.ts'
import { lookForPosition } from './transferSource.ts'

const whatIsThere = (paths: StorePaths) => {
  try {
    return `a store with ${describePosition(lookForPosition(paths))}`
  } catch (error) {
    return `a store that cannot be looked at (${error instanceof Error ? error.message : error})`
  }
}

const taken = (paths: StorePaths) => {
  const remedy = 'Nothing was touched. Name another DATA_DIR, or move its files journal.* away.'
  const files = [paths.database, paths.log, paths.rollback, paths.progress].filter((file) => existsSync(file))
  if (files.length === 0) return null
  const there = files.includes(paths.database) ? whatIsThere(paths) : files.join(' and ')
  return new PlaceTaken(`${paths.folder} holds ${there}. ${remedy}`)
}

/** Complete, and its name is the last thing that it gets. */
const putStoreInPlace = (paths: StorePaths) => {
  const handle = openSync(paths.filling, 'r')
  fsyncSync(handle)
  closeSync(handle)
  if (!putInPlace(paths.filling, paths.database)) throw taken(paths) ?? new PlaceTaken(paths.database)
  rmSync(paths.filling, { force: true })
  syncFolder(paths.folder)
}

/** An empty data folder, that becomes the embedded store. */
export const openSqliteTarget = async (wanted: string): Promise<TransferTarget> => {
  const claim = claimed(wanted)
  const paths = storePaths(claim.folder)
  let open: (ReturnType<typeof openFilling> & { readonly header: ExportHeader }) | null = null
  let takePart: ReturnType<typeof createTaking> | null = null

  const opened = () => {
    if (!open || !takePart) throw new Error('The import was not begun.')
    return { ...open, takePart }
  }
  const closeFilling = () => {
    open?.database.close()
    open = null
  }
  return {
    place: `SQLite in ${paths.folder}`,
    async begin(header) {
      const found = taken(paths)
      if (found) throw found
      open = { ...openFilling(paths, header.check), header }
      takePart = createTaking(open.database)
      return open.filled.parts
    },
    async take(part) {
      const { database, takePart: take, filled, header } = opened()
      const now = inTransaction(database, () => {
        const after = take(part, filled)
        noteFilled(database, after)
        return after
      })
      open = { database, header, filled: now }
    },
    async finish() {
      const { database, header, filled } = opened()
      makeStore(database, header, filled)
      closeFilling()
      putStoreInPlace(paths)
    },
    async close() {
      closeFilling()
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

/** What is there of which file: written together with what it tells of. */
const Filled = z.object({
  file: z.string(),
  parts: z.int().nonnegative(),
  documents: z.int().nonnegative(),
  digest: z.int(),
  topAt: z.number(),
})
type Filled = z.infer<typeof Filled>

const FILLING = 'CREATE TABLE filling(one INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT'
const ROUND = 1
const openDatabase = ({ filling }: StorePaths) => {
  closeSync(openSync(filling, 'a', 0o600))
  const database = new DatabaseSync(filling, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** An import that ended right before it got its name, and does not tell any more of which file it was. */
const isComplete = (database: DatabaseSync) =>
  database.prepare('PRAGMA application_id').get()?.application_id === APPLICATION_ID

const openUnfinished = (paths: StorePaths) => {
  const database = openDatabase(paths)
  if (!isComplete(database)) return database
  database.close()
  rmSync(paths.filling)
  return openDatabase(paths)
}

/**
 * The store that is being filled from a file, locked meanwhile. What a power cut takes away of it, it takes away together with the note
 * that it was there. @throws PlaceTaken
 */
const openFilling = (paths: StorePaths, file: string) => {
  let database: DatabaseSync | null = null
  try {
    database = openUnfinished(paths)
    return { database, filled: begunIn(database, paths, file) }
  } catch (error) {
    database?.close()
    if (isBusy(error)) throw new PlaceTaken(`${paths.filling} is being filled by another import, which goes on.`)
    throw error instanceof PlaceTaken ? error : notBegun(paths, error)
  }
}

const notBegun = (paths: StorePaths, cause?: unknown) =>
  new PlaceTaken(`${paths.filling} is not the beginning of an import. Nothing was touched. Move it away.`, { cause })

function begunIn(database: DatabaseSync, paths: StorePaths, file: string): Filled {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  if (tables.length === 0) return makeTables(database, file)
  if (!tables.some(({ name }) => name === 'filling')) throw notBegun(paths)
  const filled = Filled.parse(JSON.parse(String(database.prepare('SELECT json FROM filling').get()?.json)))
  if (filled.file === file) return filled
  throw new PlaceTaken(
    `${paths.filling} is the beginning of an import of another file. Nothing was touched. Finish that one, or remove all journal.filling*.`,
  )
}

function makeTables(database: DatabaseSync, file: string): Filled {
  const filled: Filled = { file, parts: 0, documents: 0, digest: 0, topAt: 0 }
  inTransaction(database, () => {
    for (const sql of [...Object.values(TABLES), FILLING]) database.exec(sql)
    noteFilled(database, filled)
  })
  return filled
}

const noteFilled = (database: DatabaseSync, filled: Filled) =>
  database.prepare('INSERT OR REPLACE INTO filling(one, json) VALUES(1, ?)').run(JSON.stringify(filled))

/** Writes the records of a part, and answers what is there then. */
const createTaking = (database: DatabaseSync) => {
  const addDocument = database.prepare('INSERT INTO documents(id, round, version, crc, json) VALUES(?, ?, ?, ?, ?)')
  const addLine = database.prepare('INSERT INTO archive(name, key, place, at, crc, json) VALUES(?, ?, ?, ?, ?, ?)')
  const addEntry = database.prepare('INSERT INTO journal(seq, top_at, crc, json) VALUES(?, ?, ?, ?)')
  const takers: {
    readonly [S in Part['of']]: (records: Extract<Part, { of: S }>['records'], filled: Filled) => Filled
  } = {
    documents(records, filled) {
      let { digest } = filled
      for (const { id, version, value } of records) {
        const json = JSON.stringify(value)
        const crc = documentChecksum(id, ROUND, version, json)
        digest ^= crc
        addDocument.run(id, ROUND, version, crc, json)
      }
      return { ...filled, digest, documents: filled.documents + records.length }
    },
    archive(records, filled) {
      for (const { archive, key, seq, position, at, line } of records) {
        const json = JSON.stringify(line)
        const place = archivePosition(seq, position)
        addLine.run(archive, key, place, at, lineChecksum(archive, key, place, at, json), json)
      }
      return filled
    },
    journal(records, filled) {
      let { topAt } = filled
      for (const entry of records) {
        const json = JSON.stringify(entry)
        topAt = Math.max(topAt, entry.at)
        addEntry.run(entry.seq, topAt, entryChecksum(entry.seq, topAt, json), json)
      }
      return { ...filled, topAt }
    },
  }
  return (part: Part, filled: Filled): Filled => {
    const taker = takers[part.of] as (records: Part['records'], filled: Filled) => Filled
    return { ...taker(part.records, filled), parts: part.number }
  }
}

/** Turns what was filled into a store: without a mark, as a copy that was put back has none. */
const makeStore = (database: DatabaseSync, { position }: ExportHeader, { documents, digest }: Filled) => {
  const { epoch, checkpointSeq, trimmedTo } = position
  inTransaction(database, () => {
    writeMeta(database, { epoch, checkpointSeq, trimmedTo, round: ROUND, documents, digest })
    database.exec('DROP TABLE filling')
    database.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${SCHEMA_VERSION}`)
  })
  database.exec('PRAGMA synchronous=FULL; PRAGMA wal_checkpoint(TRUNCATE)')
}
