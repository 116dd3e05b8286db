import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { LINES_PER_ENTRY, seqOfPosition } from '../entries.ts'
import type { Position } from '../transfer/format.ts'
import { NoStore, type SourceRecord, SourceMoved, type TransferSource } from '../transfer/transferPort.ts'
import { lineChecksum } from './database.ts'
import { claimFolder, type StorePaths, storePaths } from './folder.ts'
import { checkAgainstMark, checkPlace, openToLook, wrongWithLook } from './inspect.ts'
import { checkedEntry, eachDocument, readState } from './load.ts'
import { damaged, toError, toProblem } from './problems.ts'
import { readProgress } from './progress.ts'

const LineRow = z.object({
  ...{ name: z.string(), key: z.string(), place: z.int() },
  ...{ at: z.number(), crc: z.int(), json: z.string() },
})

function* eachLine(database: DatabaseSync, paths: StorePaths): Generator<string> {
  for (const found of database.prepare('SELECT name, key, place, at, crc, json FROM archive').iterate()) {
    const { success, data: row } = LineRow.safeParse(found)
    if (!success) throw damaged(paths, 'holds a line of an archive that is none.')
    const { name, key, place, at, crc, json } = row
    if (crc !== lineChecksum(name, key, place, at, json))
      throw damaged(paths, `holds a line of archive ${name} changed since it was written.`)
    const where = { archive: name, key, seq: seqOfPosition(place), position: place % LINES_PER_ENTRY, at }
    yield `${JSON.stringify(where).slice(0, -1)},"line":${json}}`
  }
}

function* eachEntry(database: DatabaseSync, paths: StorePaths): Generator<string> {
  const rows = database.prepare('SELECT seq, top_at AS topAt, crc, json FROM journal ORDER BY seq')
  for (const row of rows.iterate()) yield checkedEntry(row, paths).json
}

type Look = ReturnType<typeof look>

const look = (paths: StorePaths) => {
  const database = openToLook(paths)
  try {
    const standing = readState(database, paths)
    checkAgainstMark(paths, standing, readProgress(paths, existsSync(paths.progress)))
    return { database, ...standing }
  } catch (error) {
    database.close()
    throw error
  }
}

function* eachPiece({ database, meta }: Look, paths: StorePaths): Generator<SourceRecord> {
  for (const { id, version, json } of eachDocument(database, paths, meta))
    yield { of: 'documents', json: `${JSON.stringify({ id, version }).slice(0, -1)},"value":${json}}` }
  for (const json of eachLine(database, paths)) yield { of: 'archive', json }
  for (const json of eachEntry(database, paths)) yield { of: 'journal', json }
}

/** Changes with every write, and with every hub that starts: that one writes into the mark. */
const stampOf = ({ database, log, progress: mark }: StorePaths) =>
  [database, log, mark]
    .map((file) => {
      const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
      return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : 'none'
    })
    .join()

const openLook = (paths: StorePaths) => {
  checkPlace(paths)
  const stamp = stampOf(paths)
  try {
    return { stamp, opened: look(paths) }
  } catch (error) {
    throw wrongWithLook(paths, error)
  }
}

const positionOf = ({ meta, last, topAt }: Look): Position => {
  const { epoch, checkpointSeq, trimmedTo } = meta
  return { epoch, checkpointSeq, trimmedTo, lastSeq: last, newestAt: topAt }
}

/** How far the store is that lies there. @throws Damage, StoreInUse */
export const lookForPosition = (paths: StorePaths): Position => {
  const { opened } = openLook(paths)
  opened.database.close()
  return positionOf(opened)
}

/**
 * The embedded store of a hub that does not run, and is left as it was. It is not locked meanwhile: a lock would have to write. So a hub
 * that starts while it is read is noticed at the end. @throws NoStore, DamagedStore, StoreInUse
 */
export const openSqliteSource = async (wanted: string): Promise<TransferSource> => {
  if (!existsSync(storePaths(wanted).database))
    throw new NoStore(`There is no store in ${wanted}: no journal.db. Set DATA_DIR to the data folder of the hub.`)
  const sayWhat = (error: unknown) => toError(toProblem(error, wanted))
  let claim: ReturnType<typeof claimFolder> | null = null
  try {
    claim = claimFolder(wanted)
    const paths = storePaths(claim.folder)
    return sourceOf(paths, openLook(paths), claim.release, sayWhat)
  } catch (error) {
    claim?.release()
    throw sayWhat(error)
  }
}

function sourceOf(
  paths: StorePaths,
  { opened, stamp }: ReturnType<typeof openLook>,
  release: () => void,
  sayWhat: (error: unknown) => Error,
): TransferSource {
  const moved = () =>
    new SourceMoved(
      `${paths.folder} was written to while it was read: a hub has started there. Stop it, and export again.`,
    )
  return {
    place: `SQLite in ${paths.folder}`,
    position: positionOf(opened),
    async *pieces() {
      try {
        yield* eachPiece(opened, paths)
      } catch (error) {
        throw stampOf(paths) === stamp ? sayWhat(wrongWithLook(paths, error)) : moved()
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
