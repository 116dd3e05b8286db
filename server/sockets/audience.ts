import type { DocumentId } from '../../shared/engine/document.ts'
import type { Held, Viewer, Watcher } from './viewer.ts'
import { createWatchCounts } from './watchCounts.ts'

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
  const counts = createWatchCounts()

  /** The same string for everyone in a room, instead of one from each viewer's message. */
  const nameOf = (id: DocumentId) => {
    for (const watcher of rooms.get(id) ?? []) return watcher.id
    return id
  }

  const enter = (watcher: Watcher) => {
    const room = rooms.get(watcher.id) ?? new Set()
    rooms.set(watcher.id, room.add(watcher))
    watcher.viewer.watching.set(watcher.id, watcher)
    counts.count(watcher.id, 1)
    return watcher
  }
  const leave = (viewer: Viewer, id: DocumentId) => {
    const watcher = viewer.watching.get(id)
    if (!watcher) return
    viewer.watching.delete(id)
    const room = rooms.get(id)
    room?.delete(watcher)
    if (room?.size === 0) rooms.delete(id)
    counts.count(id, -1)
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
    watched: counts.of,
    onWatched: counts.listen,
  }
}
