import { useState } from 'react'
import type { z } from 'zod'
import type { Query } from '../../shared/engine/query.ts'
import { useFollow } from '../connection/useFollow.ts'
import { useQuery } from '../connection/useQuery.ts'
import { usePaging } from './Pager.tsx'

type Cursor = string | number
/** A query that answers one page, the newest rows first. */
type PageQuery = Query<z.ZodType, z.ZodType<ListPage>>
type PageOf<Q extends PageQuery> = z.output<Q['output']>

interface LiveList<Q extends PageQuery, Row> {
  readonly query: Q
  /** The input of the query, without `before` and `limit`. */
  readonly filter: object
  /** Differs after each new row; null while it is not known. */
  readonly mark: unknown
  readonly rowsOf: (page: PageOf<Q>) => readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Rises from row to row as they are recorded. */
  readonly orderOf: (row: Row) => number
}

const rowsPerPage = 50
/** New rows come in bursts: the page asks at most this often. */
export const followMs = 1_000

/** One page of a list that grows at its top. New rows are counted and never move what is being read: they are shown when asked for. */
export function useLivePage<Q extends PageQuery, Row>({ query: asked, filter, mark, ...row }: LiveList<Q, Row>) {
  const paging = usePaging<NonNullable<PageOf<Q>['next']>>(filter)
  const inputOf = (page: object) => ({ ...filter, ...page, limit: rowsPerPage }) as z.input<Q['input']>
  const newest = useQuery(asked, inputOf({}))
  const older = useQuery(asked, paging.before === null ? null : inputOf({ before: paging.before }))
  useFollow(mark, newest.reload, followMs)
  const search = JSON.stringify(filter)
  const first = useHeldPage<PageOf<Q>, Row>({ ...row, search, latest: newest.state === 'here' ? newest.value : null })
  const isFirst = paging.page === 1
  const query = isFirst ? newest : older
  // A refused page disappears, even where it was read before.
  const value = isFirst ? newest.value && (first.page ?? newest.value) : older.value
  return {
    query: { ...query, value },
    /** The latest answer, whichever page is read. */
    latest: newest.value,
    paging,
    rows: value === null ? [] : value === first.page ? first.rows : row.rowsOf(value),
    newRows: first.newRows,
    showNew() {
      paging.newest()
      first.showNew()
    },
  }
}

/** Rows that came after a page was read. */
export interface NewRowCount {
  readonly count: number
  /** All that were read are new, so that there may be others. */
  readonly isMore: boolean
}
const noNewRows: NewRowCount = { count: 0, isMore: false }

interface ListPage {
  /** Null at the end of the list. */
  readonly next: Cursor | null
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
function useHeldPage<Page extends ListPage, Row>(wanted: HeldPage<Page, Row>) {
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
