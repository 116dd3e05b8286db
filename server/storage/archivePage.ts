import type { ArchivePage, ArchiveQuery } from '../engine/storage.ts'
import type { ArchiveRecord } from './records.ts'

export interface FoundRow {
  /** See `archivePosition`. */
  readonly position: number
  readonly record: ArchiveRecord
}
type Place = { readonly position: number; readonly at: number }

/** The rows of one kind, or those about one person, as a store finds them. */
export interface ArchiveRows {
  /** Rows below a position, newest first, at most `count`. */
  rowsBelow(before: number, count: number): Promise<readonly FoundRow[]>
  /** The first row of the kind at a position or above. */
  rowFrom(position: number): Promise<Place | null>
  newest(): Promise<Place | null>
}

/**
 * Rows are ordered by their entries, and their times follow that order as far as the hub's clock was never put back. Times are found
 * by that order on the assumption that no clock was put back by more than this.
 */
const CLOCK_SLACK_MS = 3_600_000
/** Rows that one page looks through at most, so that a rare filter does not hold up the store. */
const MAX_ROWS = 5_000
const CHUNK = 200

/** One page of the rows that fit, newest first: the same steps for every store. */
export async function archivePageOf(query: ArchiveQuery, rows: ArchiveRows): Promise<ArchivePage> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, filter = {}, limit } = query
  const wanted = Object.entries(filter)
  const fits = ({ at, row }: ArchiveRecord) =>
    at >= from && at <= to && wanted.every(([field, value]) => row[field] === value)

  const upper = Number.isFinite(to) ? await firstLaterThan(to + CLOCK_SLACK_MS, rows) : Number.MAX_SAFE_INTEGER
  let next = Math.min(query.before ?? Number.MAX_SAFE_INTEGER, upper)
  const found: FoundRow[] = []
  for (let seen = 0; seen < MAX_ROWS; ) {
    // Without a filter the first chunk is enough.
    const size = seen === 0 ? Math.min(CHUNK, limit + 1) : CHUNK
    const chunk = await rows.rowsBelow(next, size)
    for (const row of chunk) {
      if (row.record.at < from - CLOCK_SLACK_MS) return pageOf(found, null)
      if (fits(row.record)) {
        if (found.length === limit) return pageOf(found, found.at(-1)?.position ?? null)
        found.push(row)
      }
      next = row.position
    }
    if (chunk.length < size) return pageOf(found, null)
    seen += chunk.length
  }
  return pageOf(found, next)
}

const pageOf = (found: readonly FoundRow[], next: number | null): ArchivePage => ({
  rows: found.map(({ position, record: { seq, at, about, row } }) => ({ position, seq, at, about, row })),
  next,
})

/** A position at which a row is later than a time: no row from there on can be as old. By halves. */
async function firstLaterThan(time: number, { rowFrom, newest }: ArchiveRows): Promise<number> {
  const last = await newest()
  if (!last || last.at <= time) return Number.MAX_SAFE_INTEGER
  let [low, high] = [0, last.position]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await rowFrom(middle)
    if (row && row.at > time) high = Math.min(middle, high)
    else low = (row?.position ?? middle) + 1
  }
  return high
}
