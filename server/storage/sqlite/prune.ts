import { inTransaction } from './database.ts'
import type { OpenStore } from './open.ts'

/** Of one piece, for which an append may have to wait. */
const ROWS_AT_ONCE = 250

export interface PruneRequest {
  readonly kind: string
  /** Rows made before this are removed, epoch ms. */
  readonly before: number
  /** The position after which the piece begins. */
  readonly after: number
}

export interface PrunedPiece {
  readonly removed: number
  /** Where the next piece begins; null when the archive has no more old rows. */
  readonly next: number | null
}

/**
 * Makes the function that removes the old ones of the next rows of an archive. Rows are in the order in which they were made, so a piece
 * without an old row ends it; a few rows with a wrong time in between do not.
 */
export const createPruning = ({ database, byPerson }: OpenStore) => {
  const nextRows = database.prepare(
    'SELECT position, at, about FROM archive WHERE kind = ? AND position > ? ORDER BY position LIMIT ?',
  )
  const remove = database.prepare('DELETE FROM archive WHERE kind = ? AND position = ?')
  const removeAbout = database.prepare('DELETE FROM archive_about WHERE person = ? AND kind = ? AND position = ?')
  return ({ kind, before, after }: PruneRequest): PrunedPiece => {
    const rows = nextRows.all(kind, after, ROWS_AT_ONCE)
    const old = rows.filter(({ at }) => Number(at) < before)
    if (old.length === 0) return { removed: 0, next: null }
    inTransaction(database, () => {
      for (const { position, about } of old) {
        for (const person of JSON.parse(String(about)) as string[]) removeAbout.run(person, kind, position ?? null)
        remove.run(kind, position ?? null)
      }
    })
    byPerson.forget(kind, new Set(old.map(({ position }) => Number(position))))
    const isLast = rows.length < ROWS_AT_ONCE
    return { removed: old.length, next: isLast ? null : Number(rows.at(-1)?.position) }
  }
}
