import type { Archive } from '../../../shared/engine/archive.ts'
import type { Page, QueryContext } from '../../engine/feature.ts'

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

/** Rows of one archive: all of them, or those that its pages are limited to. */
export interface MergeSource {
  readonly archive: Archive
  page(asked: { readonly before: number | null; readonly limit: number }): Promise<Page<object>>
}

interface MergedRow {
  readonly archive: Archive
  readonly row: ArchivedRow & { readonly position: number }
  /** Unique within its source. */
  readonly place: string
}

/** Reads one source, newest row first. */
interface Reader {
  readonly source: MergeSource
  /** The source's cursor at which the current chunk began. */
  before: Cursor['places'][number]
  next: number | null
  /** Null before the first chunk. A chunk may be empty although more follows. */
  chunk: Page<object>['rows'] | null
  /** Rows of the chunk that were returned already. */
  taken: number
}

/** Merges whole archives: see `mergeSources`. */
export const readMerged = (page: QueryContext['page'], archives: readonly Archive[], from: string | null) =>
  mergeSources(
    archives.map((archive) => ({ archive, page: (asked) => page(archive, asked) })),
    from,
  )

/**
 * Merges the rows of several sources by journal entry, newest first. All rows of one entry are yielded together, so a page never
 * ends between them: consecutive pages have no gap and no duplicate, even while rows are added.
 * @param from a cursor of an earlier call with the same sources; null for the newest rows
 */
export async function* mergeSources(sources: readonly MergeSource[], from: string | null) {
  const cursor = readCursor(from, sources.length)
  const readers = sources.map(
    (source, at): Reader => ({ source, before: cursor.places[at] ?? null, next: null, chunk: null, taken: 0 }),
  )
  const fill = async (reader: Reader) => {
    while (reader.before !== 'end' && reader.taken >= (reader.chunk?.length ?? 0)) {
      if (reader.chunk) reader.before = reader.next ?? 'end'
      if (reader.before === 'end') break
      const found = await reader.source.page({ before: reader.before, limit: chunkRows })
      reader.chunk = found.rows
      reader.next = found.next
      reader.taken = found.rows.findIndex(({ seq }) => seq < cursor.seq)
      if (reader.taken < 0) reader.taken = found.rows.length
    }
  }
  const nextSeq = ({ chunk, taken }: Reader) => chunk?.[taken]?.seq ?? -1
  for (;;) {
    for (const reader of readers) await fill(reader)
    const seq = Math.max(-1, ...readers.map(nextSeq))
    if (seq < 0) return
    const rows: MergedRow[] = []
    for (const reader of readers)
      for (let nth = 0; nextSeq(reader) === seq; nth += 1) {
        const row = reader.chunk?.[reader.taken]
        if (row) rows.push({ archive: reader.source.archive, row, place: `${seq}-${nth}` })
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
