import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './LivePage.module.css'
import { Pager, type Paging } from './Pager.tsx'
import { On } from './Time.tsx'
import type { NewRowCount } from './useLivePage.ts'

interface LivePageProps {
  readonly isSearching: boolean
  readonly newRows: NewRowCount
  readonly onShow: () => void
  /** A `DataTable`. */
  readonly children: ReactNode
}

/** A page of a list that grows at its top. New rows are announced above the table; nothing moves until they are asked for. */
export const LivePage = ({ isSearching, newRows: { count, isMore }, onShow, children }: LivePageProps) => (
  <div className={styles.page} aria-busy={isSearching}>
    <div className={styles.newRows} role="status">
      {count === 0 ? null : <Button onClick={onShow}>{`Show ${count}${isMore ? '+' : ''} new`}</Button>}
    </div>
    {children}
  </div>
)

interface LivePageFootProps<Cursor extends string | number> {
  readonly paging: Paging<Cursor>
  readonly next: Cursor | null
  readonly isSearching: boolean
  /** `2 entries`; empty while there is no answer. */
  readonly found: string
  /** Epoch ms back to which was searched; null at the end. */
  readonly searchedTo: number | null
}

/** Below the table: its pages, how many rows there are, and how far back was searched. */
export const LivePageFoot = <Cursor extends string | number>({
  paging,
  next,
  isSearching,
  found,
  searchedTo,
}: LivePageFootProps<Cursor>) => (
  <div className={styles.foot}>
    <Pager paging={paging} next={next} isLoading={isSearching} />
    <p className={styles.note} role="status">
      {isSearching ? 'Searching…' : found}
    </p>
    {searchedTo !== null && next !== null ? (
      <p className={styles.note}>
        Searched back to <On at={searchedTo} />.
      </p>
    ) : null}
  </div>
)
