import { useState } from 'react'
import { Button } from './Button.tsx'
import { Actions } from './Stack.tsx'

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

/** Turns the pages of a list. Hidden while there is only one. */
export function Pager<Cursor extends string | number>({ paging, next, isLoading }: PagerProps<Cursor>) {
  if (paging.page === 1 && next === null) return null
  return (
    <Actions>
      <Button disabled={paging.page === 1} onClick={paging.newer}>
        Newer
      </Button>
      <Button disabled={next === null || isLoading} onClick={() => next !== null && paging.older(next)}>
        Older
      </Button>
    </Actions>
  )
}
