import type { Archive } from '../../../shared/engine/archive.ts'
import type { QueryContext } from '../../engine/feature.ts'

/** The archives that the audit lists, in the order of features: a cursor names its positions in this order. */
export const auditedArchives = ({ archives, principal }: Pick<QueryContext, 'archives' | 'principal'>) =>
  archives.filter(({ audited, readableBy }) => audited !== null && readableBy(principal, ''))

/** A row as a feature recorded it. */
export interface ArchivedRow {
  readonly seq: number
  readonly at: number
  readonly row: object
}

const chunkRows = 200

interface MergedRow {
  readonly archive: Archive
  readonly row: ArchivedRow
  /** Unique within its archive. */
  readonly place: string
}

/** Reads one archive, newest row first. */
interface Reader {
  readonly archive: Archive
  /** The archive's cursor at which the current chunk began. */
  before: Cursor['places'][number]
  next: number | null
  chunk: readonly ArchivedRow[]
  /** Rows of the chunk that were returned already. */
  taken: number
}

/**
 * Merges the rows of several archives by journal entry, newest first. All rows of one entry are yielded together, so a page never
 * ends between them: consecutive pages have no gap and no duplicate, even while rows are added.
 * @param from a cursor of an earlier call; null for the newest rows
 */
export async function* readMerged(page: QueryContext['page'], archives: readonly Archive[], from: string | null) {
  const cursor = readCursor(from, archives.length)
  const readers = archives.map(
    (archive, at): Reader => ({ archive, before: cursor.places[at] ?? null, next: null, chunk: [], taken: 0 }),
  )
  const fill = async (reader: Reader) => {
    while (reader.before !== 'end' && reader.taken >= reader.chunk.length) {
      if (reader.chunk.length > 0) reader.before = reader.next ?? 'end'
      if (reader.before === 'end') break
      const found = await page(reader.archive, { before: reader.before, limit: chunkRows })
      reader.chunk = found.rows
      reader.next = found.next
      reader.taken = found.rows.findIndex(({ seq }) => seq < cursor.seq)
      if (reader.taken < 0) reader.taken = found.rows.length
      if (found.rows.length === 0) reader.before = 'end'
    }
  }
  const nextSeq = ({ chunk, taken }: Reader) => chunk[taken]?.seq ?? -1
  for (;;) {
    for (const reader of readers) await fill(reader)
    const seq = Math.max(-1, ...readers.map(nextSeq))
    if (seq < 0) return
    const rows: MergedRow[] = []
    for (const reader of readers)
      for (let nth = 0; nextSeq(reader) === seq; nth += 1) {
        const row = reader.chunk[reader.taken]
        if (row) rows.push({ archive: reader.archive, row, place: `${seq}-${nth}` })
        reader.taken += 1
        await fill(reader)
      }
    const after = () => writeCursor({ seq, places: readers.map(({ before }) => before) })
    yield { seq, rows, after }
  }
}

/** Where to continue reading in several archives. */
interface Cursor {
  /** Rows of this journal entry and of later ones were read; infinity before the first page. */
  readonly seq: number
  /** The archive's own cursor for each: null for its newest page, 'end' if nothing is left. */
  readonly places: readonly (number | null | 'end')[]
}

export const writeCursor = ({ seq, places }: Cursor) =>
  [seq, ...places.map((place) => (place === null ? '-' : place === 'end' ? 'x' : place))].join(':')

/** An archive that was added after the cursor was written starts at its newest page; rows that are too new are skipped. */
export function readCursor(written: string | null, archives: number): Cursor {
  const [seq = '', ...places] = written === null ? [] : written.split(':')
  const placeOf = (place = '-') => (place === '-' ? null : place === 'x' ? 'end' : Number(place))
  return {
    seq: written === null ? Number.POSITIVE_INFINITY : Number(seq),
    places: Array.from({ length: archives }, (_, at) => placeOf(places[at])),
  }
}
