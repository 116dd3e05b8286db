import { useState } from 'react'

/** Rows that came after a page was read. */
export interface NewRowCount {
  readonly count: number
  /** All that were read are new, so that there may be others. */
  readonly isMore: boolean
}
const noNewRows: NewRowCount = { count: 0, isMore: false }

interface ListPage {
  /** Null at the end of the list. */
  readonly next: unknown
}

interface HeldPage<Page, Row> {
  /** Another search is another page. */
  readonly search: string
  /** The latest answer; null while there is none. */
  readonly latest: Page | null
  readonly rowsOf: (page: Page) => readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Rises from row to row as they are recorded. */
  readonly orderOf: (row: Row) => number
}

/**
 * Holds the first page of a search as it was read, while newer answers arrive: what is being read does not move. New rows are counted, and
 * shown when asked for; a row that has changed follows at once.
 */
export function useHeldPage<Page extends ListPage, Row>(wanted: HeldPage<Page, Row>) {
  const { search, latest, rowsOf, keyOf, orderOf } = wanted
  const [held, setHeld] = useState<{ readonly search: string; readonly page: Page } | null>(null)
  // Above an empty page nothing is read that could move. In the same render, so that a row that came first is never counted as new.
  const isHeld =
    held?.search === search && (rowsOf(held.page).length > 0 || latest === null || rowsOf(latest).length === 0)
  if (!isHeld && latest !== null) setHeld({ search, page: latest })
  const page = isHeld ? held.page : latest
  const rows = page === null ? [] : rowsOf(page)
  if (!isHeld || latest === null) return { page, rows, newRows: noNewRows, showNew() {} }
  const known = new Set(rows.map(keyOf))
  const top = rows[0] === undefined ? -1 : orderOf(rows[0])
  const newest = rowsOf(latest)
  const count = newest.filter((row) => orderOf(row) >= top && !known.has(keyOf(row))).length
  const changed = new Map(newest.map((row) => [keyOf(row), row]))
  return {
    page,
    rows: rows.map((row) => changed.get(keyOf(row)) ?? row),
    newRows: { count, isMore: count === newest.length && latest.next !== null },
    showNew: () => setHeld({ search, page: latest }),
  }
}
