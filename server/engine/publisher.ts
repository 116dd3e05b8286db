import type { DocumentId } from '../../shared/engine/document.ts'
import type { Published } from './hub.ts'

type Listener = (published: readonly Published[]) => void

/** Calls each listener with every group of durable changes, and keeps the latest changes for clients that missed some. */
export function createPublisher(changesKept: number, onFault: (what: string, error: unknown) => void) {
  let recent = createRecentChanges(changesKept)
  const listeners = new Set<Listener>()
  return {
    publish(published: readonly Published[]) {
      if (published.length === 0) return
      for (const change of published) recent.add(change)
      for (const listener of listeners) {
        try {
          listener(published)
        } catch (error) {
          onFault('publish', error)
        }
      }
    },
    since: (id: DocumentId, version: number, current: number) => recent.since(id, version, current),
    /** From now on a client that missed something is sent a snapshot. */
    dropKept() {
      recent = createRecentChanges(changesKept)
    },
    listen(listener: Listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Publisher = ReturnType<typeof createPublisher>

/** More missed changes than this cost as much as a snapshot: older ones are not kept. */
export const changesOfOne = 100

/** The last `limit` changes of all documents together, of which each document has its last `limitOfOne` at most. */
export function createRecentChanges(limit: number, limitOfOne = changesOfOne) {
  const byDocument = new Map<DocumentId, Published[]>()
  /** The document and the version of each added change, in a ring. Without the change, which may be dropped before its slot is overwritten. */
  const ids: DocumentId[] = []
  const versions: number[] = []
  let added = 0

  const dropOldest = (id: DocumentId, changes: Published[]) => {
    changes.shift()
    if (changes.length === 0) byDocument.delete(id)
  }
  /** The oldest change of all is its document's oldest, unless it was dropped already. */
  const drop = (id: DocumentId, version: number) => {
    const changes = byDocument.get(id)
    if (changes?.[0]?.version === version) dropOldest(id, changes)
  }
  const push = (published: Published) => {
    const changes = byDocument.get(published.id) ?? []
    byDocument.set(published.id, changes)
    // Changes before a gap in the versions cannot be sent to any client.
    if (changes.length > 0 && changes.at(-1)?.version !== published.version - 1) changes.length = 0
    if (changes.push(published) > limitOfOne) dropOldest(published.id, changes)
  }
  return {
    add(published: Published) {
      const slot = added++ % limit
      const overwritten = ids[slot]
      if (overwritten) drop(overwritten, versions[slot] ?? 0)
      ids[slot] = published.id
      versions[slot] = published.version
      push(published)
    },
    /** The changes after `version` up to `current`, or null when some are no longer kept. */
    since(id: DocumentId, version: number, current: number): readonly Published[] | null {
      if (version === current) return []
      const changes = byDocument.get(id)
      const first = changes?.[0]
      if (!changes || !first || version > current || version + 1 < first.version) return null
      return changes.slice(version + 1 - first.version)
    },
  }
}
