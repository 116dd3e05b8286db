import type { AuditKind } from '../../../shared/features/audit/queries.ts'
import { rolesArchive, rolesArchiveKey } from '../../../shared/features/roles/queries.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { viewsArchive, viewsKey } from '../positionViews/rules.ts'

/** An archive in which a feature records who did what. */
export interface AuditSource {
  readonly archive: string
  readonly key: string
  /** The subject of its lines, unless a line names another one. */
  readonly kind: AuditKind
}

/** Every cursor names its positions in this order: append new sources at the end. */
export const auditSources: readonly AuditSource[] = [
  { archive: 'audit', key: 'deliveries', kind: 'deliveries' },
  { archive: 'audit', key: 'elevation', kind: 'sessions' },
  { archive: 'audit', key: 'viewAs', kind: 'sessions' },
  { archive: 'audit', key: 'erasures', kind: 'erasures' },
  { archive: 'audit', key: 'all', kind: 'map' },
  { archive: rolesArchive, key: rolesArchiveKey, kind: 'roles' },
  { archive: viewsArchive, key: viewsKey, kind: 'positionViews' },
  { archive: 'audit', key: 'sessions', kind: 'sessions' },
]

/** A line as a feature recorded it. */
export interface ArchivedLine {
  readonly seq: number
  readonly at: number
  readonly line: Readonly<Record<string, unknown>>
}

const chunkLines = 200

interface MergedLine {
  readonly source: AuditSource
  readonly line: ArchivedLine
  /** Unique within its source. */
  readonly place: string
}

/** Reads one source, newest line first. */
interface Reader {
  readonly source: AuditSource
  /** The archive's cursor at which the current chunk began. */
  before: Cursor['places'][number]
  next: number | null
  chunk: readonly ArchivedLine[]
  /** Lines of the chunk that were returned already. */
  taken: number
}

/**
 * Merges the lines of several sources by journal entry, newest first. All lines of one entry are yielded together, so a page never
 * ends between them: consecutive pages have no gap and no duplicate, even while lines are added.
 * @param from a cursor of an earlier call; null for the newest lines
 */
export async function* readMerged(page: QueryContext['page'], sources: readonly AuditSource[], from: string | null) {
  const cursor = readCursor(from, sources.length)
  const readers = sources.map(
    (source, at): Reader => ({ source, before: cursor.places[at] ?? null, next: null, chunk: [], taken: 0 }),
  )
  const fill = async (reader: Reader) => {
    while (reader.before !== 'end' && reader.taken >= reader.chunk.length) {
      if (reader.chunk.length > 0) reader.before = reader.next ?? 'end'
      if (reader.before === 'end') break
      const { archive, key } = reader.source
      const found = await page(archive, key, { before: reader.before, limit: chunkLines })
      reader.chunk = found.lines
      reader.next = found.next
      reader.taken = found.lines.findIndex(({ seq }) => seq < cursor.seq)
      if (reader.taken < 0) reader.taken = found.lines.length
      if (found.lines.length === 0) reader.before = 'end'
    }
  }
  const nextSeq = ({ chunk, taken }: Reader) => chunk[taken]?.seq ?? -1
  for (;;) {
    for (const reader of readers) await fill(reader)
    const seq = Math.max(-1, ...readers.map(nextSeq))
    if (seq < 0) return
    const lines: MergedLine[] = []
    for (const reader of readers)
      for (let nth = 0; nextSeq(reader) === seq; nth += 1) {
        const line = reader.chunk[reader.taken]
        if (line) lines.push({ source: reader.source, line, place: `${seq}-${nth}` })
        reader.taken += 1
        await fill(reader)
      }
    const after = () => writeCursor({ seq, places: readers.map(({ before }) => before) })
    yield { seq, lines, after }
  }
}

/** Where to continue reading in several sources. */
interface Cursor {
  /** Lines of this journal entry and of later ones were read; infinity before the first page. */
  readonly seq: number
  /** The archive's own cursor for each source: null for its newest page, 'end' if nothing is left. */
  readonly places: readonly (number | null | 'end')[]
}

export const writeCursor = ({ seq, places }: Cursor) =>
  [seq, ...places.map((place) => (place === null ? '-' : place === 'end' ? 'x' : place))].join(':')

/** A source that was added after the cursor was written starts at its newest page; lines that are too new are skipped. */
export function readCursor(written: string | null, sources: number): Cursor {
  const [seq = '', ...places] = written === null ? [] : written.split(':')
  const placeOf = (place = '-') => (place === '-' ? null : place === 'x' ? 'end' : Number(place))
  return {
    seq: written === null ? Number.POSITIVE_INFINITY : Number(seq),
    places: Array.from({ length: sources }, (_, at) => placeOf(places[at])),
  }
}
