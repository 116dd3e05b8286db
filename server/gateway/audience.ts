import type { DocumentId } from '../../shared/engine/document.ts'
import { type ComingListener, createComings } from './comings.ts'
import { createRooms } from './rooms.ts'
import type { Held, Viewer, Watcher } from './viewer.ts'
import { createWatchCounts } from './watchCounts.ts'

export interface Audience {
  /** Begins to watch, or asks once more to be brought up to date. */
  join(viewer: Viewer, id: DocumentId, held: Held | undefined): Watcher
  leave(viewer: Viewer, id: DocumentId): void
  leaveAll(viewer: Viewer): void
  /** Somebody else may sit there now: what goes on being watched was left by the one and begun by the other. */
  reauthorized(viewer: Viewer): void
  of(id: DocumentId): ReadonlySet<Watcher>
  /** The ids of a kind that are watched. */
  idsOf(kind: string): readonly DocumentId[]
  /** How many watch: of an id as 'positions/main', or of all of a kind, as 'positions'. */
  watched(idOrKind: string): number
  /** Called with the new count whenever it changes. Returns the way to stop. */
  onWatched(idOrKind: string, listener: (count: number) => void): () => void
  /** Called for each viewer that begins or ceases to watch an id of the kind. Returns the way to stop. */
  onWatchers(kind: string, listener: ComingListener): () => void
}

/** Who watches what. */
export function createAudience(onFault: (what: string, error: unknown) => void): Audience {
  const rooms = createRooms()
  const counts = createWatchCounts()
  const comings = createComings(onFault)
  const { enter, leave, reauthorize } = createSteps({ rooms, counts, comings })

  return {
    join(viewer, id, held) {
      const watcher = viewer.watching.get(id) ?? enter(viewer, id)
      watcher.held = held
      watcher.isJoining = true
      return watcher
    },
    leave,
    leaveAll: (viewer) => {
      for (const id of [...viewer.watching.keys()]) leave(viewer, id)
    },
    reauthorized: (viewer) => {
      for (const watcher of [...viewer.watching.values()]) reauthorize(watcher)
    },
    of: rooms.of,
    idsOf: rooms.idsOf,
    watched: counts.of,
    onWatched: counts.listen,
    onWatchers: comings.listen,
  }
}

interface StepParts {
  readonly rooms: ReturnType<typeof createRooms>
  readonly counts: ReturnType<typeof createWatchCounts>
  readonly comings: ReturnType<typeof createComings>
}

/** One viewer begins to watch, ceases, or is somebody else; counted and told. */
function createSteps({ rooms, counts, comings }: StepParts) {
  /** The same string for everyone in a room, instead of one from each viewer's message. */
  const nameOf = (id: DocumentId) => {
    for (const watcher of rooms.of(id)) return watcher.id
    return id
  }

  const enter = (viewer: Viewer, id: DocumentId) => {
    const { principal } = viewer
    const watcher: Watcher = { viewer, id: nameOf(id), principal, held: undefined, isJoining: true, keyAt: -Infinity }
    rooms.enter(watcher)
    viewer.watching.set(watcher.id, watcher)
    counts.count(watcher.id, 1)
    comings.tell({ id: watcher.id, principal, began: true })
    return watcher
  }
  const leave = (viewer: Viewer, id: DocumentId) => {
    const watcher = viewer.watching.get(id)
    if (!watcher) return
    viewer.watching.delete(id)
    rooms.leave(watcher)
    counts.count(id, -1)
    comings.tell({ id, principal: watcher.principal, began: false })
  }
  const reauthorize = (watcher: Watcher) => {
    const { id, principal, viewer } = watcher
    if (principal.id === viewer.principal.id) return
    watcher.principal = viewer.principal
    comings.tell({ id, principal, began: false })
    comings.tell({ id, principal: viewer.principal, began: true })
  }
  return { enter, leave, reauthorize }
}
