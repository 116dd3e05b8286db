import { type DocumentId, kindOf } from '../../shared/engine/document.ts'

type Listener = (count: number) => void

/** How many watch: by id as 'positions/main', and by kind as 'positions'. */
export function createWatchCounts() {
  const counts = new Map<string, number>()
  const listeners = new Map<string, Set<Listener>>()

  const countOne = (name: string, by: number) => {
    const next = (counts.get(name) ?? 0) + by
    if (next === 0) counts.delete(name)
    else counts.set(name, next)
    for (const listener of listeners.get(name) ?? []) listener(next)
  }
  return {
    count(id: DocumentId, by: number) {
      countOne(id, by)
      countOne(kindOf(id), by)
    },
    of: (idOrKind: string) => counts.get(idOrKind) ?? 0,
    /** Returns the way to stop. */
    listen(idOrKind: string, listener: Listener) {
      const those = listeners.get(idOrKind) ?? new Set()
      listeners.set(idOrKind, those.add(listener))
      return () => void those.delete(listener)
    },
  }
}
