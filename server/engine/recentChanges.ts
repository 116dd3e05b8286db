import type { DocumentId } from '../../shared/engine/document.ts'
import type { Published } from './hub.ts'

/** More missed changes than this are not worth more than the whole document: older ones are not kept. */
export const changesOfOne = 100

/**
 * The last `limit` changes of all documents together, and of each at most its last `limitOfOne`, so that who missed a
 * few is sent those and not the whole.
 */
export function createRecentChanges(limit: number, limitOfOne = changesOfOne) {
  const byDocument = new Map<DocumentId, Published[]>()
  /** What was added, in a ring. Without the change itself, which may have gone before its slot is overwritten. */
  const ring: Pick<Published, 'id' | 'version'>[] = []
  let added = 0

  const dropOldest = (id: DocumentId, changes: Published[]) => {
    changes.shift()
    if (changes.length === 0) byDocument.delete(id)
  }
  /** The oldest of all is its document's oldest, unless that document has dropped it already. */
  const drop = ({ id, version }: Pick<Published, 'id' | 'version'>) => {
    const changes = byDocument.get(id)
    if (changes?.[0]?.version === version) dropOldest(id, changes)
  }
  const push = (published: Published) => {
    const changes = byDocument.get(published.id) ?? []
    byDocument.set(published.id, changes)
    // After a leap nobody can be sent what lies before it.
    if (changes.length > 0 && changes.at(-1)?.version !== published.version - 1) changes.length = 0
    if (changes.push(published) > limitOfOne) dropOldest(published.id, changes)
  }
  return {
    add(published: Published) {
      const slot = added++ % limit
      const overwritten = ring[slot]
      if (overwritten) drop(overwritten)
      ring[slot] = { id: published.id, version: published.version }
      push(published)
    },
    /** The changes after `version` up to `current`, or null when some are no longer held. */
    since(id: DocumentId, version: number, current: number): readonly Published[] | null {
      if (version === current) return []
      const changes = byDocument.get(id)
      const first = changes?.[0]
      if (!changes || !first || version > current || version + 1 < first.version) return null
      return changes.slice(version + 1 - first.version)
    },
  }
}
