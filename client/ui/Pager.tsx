import { useState } from 'react'
import { Button } from './Button.tsx'
import styles from './Pager.module.css'

export interface Paging<Cursor> {
  /** Where the present page begins; null for the first. Goes into the query as its `before`. */
  readonly before: Cursor | null
  /** The number of the present page, from 1. */
  readonly page: number
  newer(): void
  newest(): void
  /** @param next the cursor that came with the present page */
  older(next: Cursor): void
}

/** The position in a list that is read page by page, the newest first. @param search another search begins at its first page */
export function usePaging<Cursor extends string | number>(search: unknown = null): Paging<Cursor> {
  const key = JSON.stringify(search)
  const [turned, setTurned] = useState<{ readonly key: string; readonly cursors: readonly Cursor[] }>()
  const cursors = turned?.key === key ? turned.cursors : []
  const set = (next: readonly Cursor[]) => setTurned({ key, cursors: next })
  return {
    before: cursors.at(-1) ?? null,
    page: cursors.length + 1,
    newer: () => set(cursors.slice(0, -1)),
    newest: () => set([]),
    older: (next) => set([...cursors, next]),
  }
}

interface PagerProps<Cursor> {
  readonly paging: Paging<Cursor>
  /** The cursor of the following page; null if there is none. */
  readonly next: Cursor | null
  readonly isLoading: boolean
}

/** Turns the pages of a list whose length is not known, the newest first. Hidden while there is only one. */
export function Pager<Cursor extends string | number>({ paging, next, isLoading }: PagerProps<Cursor>) {
  if (paging.page === 1 && next === null) return null
  return (
    <Turns
      back={{ name: 'Newer', turn: paging.page === 1 ? null : paging.newer }}
      place={`Page ${paging.page}`}
      on={{ name: 'Older', turn: next === null || isLoading ? null : () => paging.older(next) }}
    />
  )
}

interface NumberedPagerProps {
  /** From 1. May lie behind the last one, when the list has become shorter. */
  readonly page: number
  /** At least 1. */
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Turns the pages of a list whose length is known. Hidden while there is only one. */
export function NumberedPager({ page, pages, onPage }: NumberedPagerProps) {
  if (pages === 1 && page === 1) return null
  return (
    <Turns
      back={{ name: 'Previous', turn: page <= 1 ? null : () => onPage(Math.min(page - 1, pages)) }}
      place={`Page ${page} of ${pages}`}
      on={{ name: 'Next', turn: page >= pages ? null : () => onPage(page + 1) }}
    />
  )
}

interface Turn {
  readonly name: string
  /** Null where there is no such page. */
  readonly turn: (() => void) | null
}

const Turns = ({ back, place, on }: { readonly back: Turn; readonly place: string; readonly on: Turn }) => (
  <nav className={styles.pager} aria-label="Pages">
    <Button disabled={back.turn === null} onClick={() => back.turn?.()}>
      {back.name}
    </Button>
    <p role="status">{place}</p>
    <Button disabled={on.turn === null} onClick={() => on.turn?.()}>
      {on.name}
    </Button>
  </nav>
)
