import type { DocumentId } from '../../shared/engine/document.ts'
import type { Published } from './hub.ts'

/** The last `limit` changes of all documents together, so that who missed a few is sent those and not the whole. */
export function createRecentChanges(limit: number) {
  const byDocument = new Map<DocumentId, Published[]>()
  /** Whose change was added, in a ring: the one that is overwritten is that document's oldest. */
  const ring: DocumentId[] = []
  let added = 0

  const dropOldestOf = (id: DocumentId) => {
    const changes = byDocument.get(id)
    changes?.shift()
    if (changes?.length === 0) byDocument.delete(id)
  }
  return {
    add(published: Published) {
      const slot = added++ % limit
      const overwritten = ring[slot]
      if (overwritten !== undefined) dropOldestOf(overwritten)
      ring[slot] = published.id
      const changes = byDocument.get(published.id)
      if (changes) changes.push(published)
      else byDocument.set(published.id, [published])
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
