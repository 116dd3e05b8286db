import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import type { Watcher } from './viewer.ts'

const empty: ReadonlySet<Watcher> = new Set()

/** Who watches each id, and which ids of a kind are watched at all. A room that is empty is not kept. */
export function createRooms() {
  const rooms = new Map<DocumentId, Set<Watcher>>()
  const byKind = new Map<string, Set<DocumentId>>()

  const open = (id: DocumentId) => {
    const room = new Set<Watcher>()
    rooms.set(id, room)
    byKind.set(kindOf(id), (byKind.get(kindOf(id)) ?? new Set()).add(id))
    return room
  }
  const close = (id: DocumentId) => {
    rooms.delete(id)
    const ids = byKind.get(kindOf(id))
    ids?.delete(id)
    if (ids?.size === 0) byKind.delete(kindOf(id))
  }
  return {
    of: (id: DocumentId): ReadonlySet<Watcher> => rooms.get(id) ?? empty,
    idsOf: (kind: string): readonly DocumentId[] => [...(byKind.get(kind) ?? [])],
    enter: (watcher: Watcher) => void (rooms.get(watcher.id) ?? open(watcher.id)).add(watcher),
    leave(watcher: Watcher) {
      const room = rooms.get(watcher.id)
      room?.delete(watcher)
      if (room?.size === 0) close(watcher.id)
    },
  }
}
