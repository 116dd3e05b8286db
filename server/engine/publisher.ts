import type { DocumentId } from '../../shared/engine/document.ts'
import type { Published } from './hub.ts'
import { createRecentChanges } from './recentChanges.ts'

type Listener = (published: readonly Published[]) => void

/** The one way out: tells each listener of every group of durable changes, and keeps the last ones for who missed them. */
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
    /** Whoever missed something is sent the whole of it, from now on. */
    forget() {
      recent = createRecentChanges(changesKept)
    },
    listen(listener: Listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
