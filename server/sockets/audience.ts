import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import type { Held, Viewer, Watcher } from './viewer.ts'

export interface Audience {
  /** Begins to watch, or asks once more to be brought up to date. */
  join(viewer: Viewer, id: DocumentId, held: Held | undefined): Watcher
  leave(viewer: Viewer, id: DocumentId): void
  leaveAll(viewer: Viewer): void
  of(id: DocumentId): ReadonlySet<Watcher>
  /** How many watch: of an id as 'positions/main', or of all of a kind, as 'positions'. */
  watched(idOrKind: string): number
  /** Called with the new count whenever it changes. Returns the way to stop. */
  onWatched(idOrKind: string, listener: (count: number) => void): () => void
}

const empty: ReadonlySet<Watcher> = new Set()

/** Who watches what. */
export function createAudience(): Audience {
  const rooms = new Map<DocumentId, Set<Watcher>>()
  const counts = new Map<string, number>()
  const listeners = new Map<string, Set<(count: number) => void>>()

  const count = (name: string, by: number) => {
    const next = (counts.get(name) ?? 0) + by
    if (next === 0) counts.delete(name)
    else counts.set(name, next)
    for (const listener of listeners.get(name) ?? []) listener(next)
  }
  const countBoth = (id: DocumentId, by: number) => {
    count(id, by)
    count(kindOf(id), by)
  }

  /** The same string for everyone in a room, instead of one from each viewer's message. */
  const nameOf = (id: DocumentId) => {
    for (const watcher of rooms.get(id) ?? []) return watcher.id
    return id
  }

  const enter = (watcher: Watcher) => {
    const room = rooms.get(watcher.id) ?? new Set()
    rooms.set(watcher.id, room.add(watcher))
    watcher.viewer.watching.set(watcher.id, watcher)
    countBoth(watcher.id, 1)
    return watcher
  }
  const leave = (viewer: Viewer, id: DocumentId) => {
    const watcher = viewer.watching.get(id)
    if (!watcher) return
    viewer.watching.delete(id)
    const room = rooms.get(id)
    room?.delete(watcher)
    if (room?.size === 0) rooms.delete(id)
    countBoth(id, -1)
  }

  return {
    join(viewer, id, held) {
      const watcher =
        viewer.watching.get(id) ??
        enter({ viewer, id: nameOf(id), held, isJoining: true, keyAt: Number.NEGATIVE_INFINITY })
      watcher.held = held
      watcher.isJoining = true
      return watcher
    },
    leave,
    leaveAll: (viewer) => {
      for (const id of [...viewer.watching.keys()]) leave(viewer, id)
    },
    of: (id) => rooms.get(id) ?? empty,
    watched: (idOrKind) => counts.get(idOrKind) ?? 0,
    onWatched(idOrKind, listener) {
      const those = listeners.get(idOrKind) ?? new Set()
      listeners.set(idOrKind, those.add(listener))
      return () => void those.delete(listener)
    },
  }
}
