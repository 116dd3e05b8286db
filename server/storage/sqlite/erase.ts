import type { Erasure } from '../../engine/storage.ts'
import { slices } from '../documentSlices.ts'
import { createRedaction, type Redaction } from '../redaction.ts'
import { entryChecksum, inTransaction, rowChecksum, writeMeta } from './database.ts'
import { clearLeftovers, type Piece } from './leftovers.ts'
import type { OpenStore } from './open.ts'
import { createPace, type Pace } from './pace.ts'
import { checkedEntry, checkedRow } from './read.ts'

type Row = Record<string, unknown>

/** Of one piece, for which an append may have to wait. A single row may be larger. */
const ROWS_AT_ONCE = 250
const BYTES_AT_ONCE = 250_000
/** A document may be as large as many rows. */
const DOCUMENTS_AT_ONCE = 25
/** Frames of SQLite's log (4 kB each) from which on it is copied into the database before the next piece. */
const LOG_FRAMES_AT_ONCE = 250

/**
 * Removes what the store holds about persons, and then what SQLite has left behind of it, in pieces between which appends are written.
 * It may end after any piece, with the process or for lack of space: what is done stays done, and the rest is done when it is repeated.
 * @param now in ms, for the time that a piece takes
 */
export const createErasure = (store: OpenStore, now = () => performance.now()) => {
  const { database } = store
  const log = database.prepare('PRAGMA wal_checkpoint(NOOP)')
  const copyLog = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  const pace = createPace(now)
  let pieces: Generator<Piece> | null = null

  /** The changes of many pieces would be copied at once otherwise, which takes long. */
  const nextPiece = (from: Generator<Piece>): IteratorResult<Piece> => {
    const row = log.get()
    const frames = Number(row?.log ?? 0) - Number(row?.checkpointed ?? 0)
    if (frames < LOG_FRAMES_AT_ONCE || store.carriesLogOver) return from.next()
    copyLog.get()
    return { done: false, value: { rows: 0, bytes: 0 } }
  }
  return {
    begin(erasure: Erasure) {
      pieces = eraseInPieces(store, erasure, pace)
    },
    /** Does the next piece; null when nothing is left. */
    next(): Piece | null {
      if (!pieces) throw new Error('No erasure was begun.')
      pace.begin()
      const { done, value } = nextPiece(pieces)
      pace.end()
      if (done) pieces = null
      return done ? null : value
    },
    /** Gives up what was begun. */
    stop() {
      pieces?.return(undefined)
      pieces = null
    },
  }
}

function* eraseInPieces(store: OpenStore, erasure: Erasure, pace: Pace): Generator<Piece> {
  const redaction = createRedaction(erasure)
  yield* eraseEntries(store, redaction, pace)
  yield* eraseRows(store, redaction, pace)
  yield* eraseDocuments(store, erasure.documents)
  if (!erasure.skipCompaction) yield* clearLeftovers(store, pace)
  store.writeProgress()
}

/** Up to the checkpoint: the next start needs what comes after it. */
function* eraseEntries({ database, paths, meta }: OpenStore, redaction: Redaction, pace: Pace): Generator<Piece> {
  const from = database.prepare(
    'SELECT seq, top_at AS topAt, crc, json FROM journal WHERE seq > ? AND seq <= ? ORDER BY seq',
  )
  const rewrite = database.prepare('UPDATE journal SET crc = ?, json = ? WHERE seq = ?')
  let last = 0
  const slice = () => takeSlice(from.iterate(last, meta.checkpointSeq), pace)
  for (let rows = slice(); rows.length > 0; rows = slice()) {
    last = Number(rows.at(-1)?.seq)
    writeChanges(
      database,
      rows.filter(({ json }) => redaction.mentions(String(json))),
      (row) => {
        const { seq, topAt, json: before } = checkedEntry(row, paths)
        const json = redaction.entry(before)
        rewrite.run(entryChecksum(seq, topAt, json), json, seq)
      },
    )
    yield pieceOf(rows)
  }
}

function* eraseRows(store: OpenStore, redaction: Redaction, pace: Pace): Generator<Piece> {
  const { database } = store
  const { mentions } = redaction
  const eraseRow = createRowErasure(store, redaction)
  for (const rows of slicesOfRows(store, redaction, pace)) {
    const found = rows.filter(({ json, about }) => mentions(String(json)) || mentions(String(about)))
    writeChanges(database, found, eraseRow)
    yield pieceOf(rows)
  }
}

/** All rows where any may mention the persons, otherwise those about them: of each kind, up to the last row that it has now. */
function* slicesOfRows(
  { database, byPerson }: OpenStore,
  { mayBeMentioned, persons }: Redaction,
  pace: Pace,
): Generator<readonly Row[]> {
  const columns = 'kind, position, at, about, crc, json'
  const range = 'kind = ? AND position > ? AND position <= ? ORDER BY position'
  const anyRow = `SELECT ${columns} FROM archive WHERE ${range}`
  const about = `SELECT ${columns} FROM archive_about JOIN archive USING (kind, position) WHERE person = ? AND ${range}`
  const from = database.prepare(mayBeMentioned ? anyRow : about)
  byPerson.take()
  while (byPerson.writeSlice() > 0) yield []
  // And the rows that were written meanwhile.
  byPerson.writeAll()
  const ends = [...lastPositions(database)]
  for (const person of mayBeMentioned ? [[]] : [...persons].map((one) => [one])) {
    for (const [kind, end] of ends) {
      let last = -1
      const slice = () => takeSlice(from.iterate(...person, kind, last, end), pace)
      for (let rows = slice(); rows.length > 0; rows = slice()) {
        last = Number(rows.at(-1)?.position)
        yield rows
      }
    }
  }
}

/** Of each kind the position of its last row. Rows are appended meanwhile: an erasure that followed them might never end. */
function* lastPositions(database: OpenStore['database']): Generator<readonly [kind: string, end: number]> {
  const next = database.prepare('SELECT kind FROM archive WHERE kind > ? ORDER BY kind LIMIT 1')
  const last = database.prepare('SELECT max(position) AS position FROM archive WHERE kind = ?')
  for (let row = next.get(''); row; row = next.get(String(row.kind)))
    yield [String(row.kind), Number(last.get(String(row.kind))?.position)]
}

const createRowErasure = ({ database, paths }: OpenStore, redaction: Redaction) => {
  const remove = database.prepare('DELETE FROM archive WHERE kind = ? AND position = ?')
  const removeAbout = database.prepare('DELETE FROM archive_about WHERE person = ? AND kind = ? AND position = ?')
  const rewrite = database.prepare('UPDATE archive SET about = ?, crc = ?, json = ? WHERE kind = ? AND position = ?')
  return (found: Row) => {
    const { row, record } = checkedRow(found, paths)
    const before = { about: record.about, json: row.json }
    const after = redaction.row(row.kind, before)
    if (after === before) return
    const left = after === 'delete' ? [] : after.about
    for (const person of record.about.filter((one) => !left.includes(one)))
      removeAbout.run(person, row.kind, row.position)
    if (after === 'delete') return void remove.run(row.kind, row.position)
    const erased = { ...row, about: JSON.stringify(after.about), json: after.json }
    rewrite.run(erased.about, rowChecksum(erased), erased.json, row.kind, row.position)
  }
}

/** `meta` holds the count and the digest of all documents: both change together, or neither does. */
function* eraseDocuments(store: OpenStore, ids: Erasure['documents']): Generator<Piece> {
  const { database } = store
  const valid = database.prepare('SELECT crc FROM documents WHERE id = ? AND round <= ? ORDER BY round DESC LIMIT 1')
  const remove = database.prepare('DELETE FROM documents WHERE id = ?')
  for (const slice of slices([...new Set(ids)], DOCUMENTS_AT_ONCE)) {
    const { meta } = store
    let { documents, digest } = meta
    inTransaction(database, () => {
      for (const id of slice) {
        const row = valid.get(id, meta.round)
        remove.run(id)
        documents -= row ? 1 : 0
        digest ^= Number(row?.crc ?? 0)
      }
      writeMeta(database, { ...meta, documents, digest })
    })
    store.meta = { ...meta, documents, digest }
    yield { rows: slice.length, bytes: 0 }
  }
}

const bytesOf = ({ json }: Row) => String(json).length

/** The next rows, as many as one piece may look at. All are read before the first is written: a table must not change meanwhile. */
const takeSlice = (rows: Iterable<Row>, pace: Pace): readonly Row[] => {
  const slice: Row[] = []
  let bytes = 0
  for (const row of rows) {
    slice.push(row)
    bytes += bytesOf(row)
    if (slice.length >= pace.limit(ROWS_AT_ONCE) || bytes >= pace.limit(BYTES_AT_ONCE)) break
  }
  return slice
}

const writeChanges = (database: OpenStore['database'], rows: readonly Row[], write: (row: Row) => void) => {
  if (rows.length > 0) inTransaction(database, () => rows.forEach(write))
}

const pieceOf = (rows: readonly Row[]): Piece => ({
  rows: rows.length,
  bytes: rows.reduce((sum, row) => sum + bytesOf(row), 0),
})
