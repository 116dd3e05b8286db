import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import type { Principal } from '../engine/principal.ts'
import type { Connection, HeldVersion, Subscription } from './connection.ts'

export interface Subscriptions {
  /** Begins to watch, or asks once more to be brought up to date. */
  join(connection: Connection, id: DocumentId, held: HeldVersion | undefined): Subscription
  leave(connection: Connection, id: DocumentId): void
  leaveAll(connection: Connection): void
  /** The connection has another principal: its subscriptions count as ended for the old account and begun for the new one. */
  principalChanged(connection: Connection): void
  of(id: DocumentId): ReadonlySet<Subscription>
  /** The watched ids of a kind. */
  idsOf(kind: string): readonly DocumentId[]
  /** Number of subscriptions: of an id as 'positions/main', or of a whole kind as 'positions'. */
  watched(idOrKind: string): number
  /** Called when an id of the kind gets its first subscription, and when it has lost the last. Returns the function that unsubscribes. */
  onWatched(kind: string, listener: () => void): () => void
  /** Called for each connection that begins or ceases to watch an id of the kind. Returns the function that unsubscribes. */
  onWatchers(kind: string, listener: WatcherListener): () => void
}

/** A connection begins or ceases to watch. `principal` is the same for both, even if the connection has got another one meanwhile. */
export interface WatcherEvent {
  readonly id: DocumentId
  readonly principal: Principal
  readonly began: boolean
}
export type WatcherListener = (event: WatcherEvent) => void

/** Which connections watch which documents and streams. */
export function createSubscriptions(onFault: (what: string, error: unknown) => void): Subscriptions {
  const rooms = createRooms()
  const watchers = createWatcherEvents(onFault)

  const begin = (connection: Connection, watchedId: DocumentId) => {
    const { principal } = connection
    const room = rooms.open(watchedId)
    // The same string for all subscriptions of an id, instead of one from each client's message.
    const { id } = room
    const subscription = { connection, id, principal, held: undefined, isJoining: true, lastKeyAt: -Infinity }
    connection.subscriptions.set(id, subscription)
    rooms.add(room, subscription)
    watchers.notify(room.kind.name, id, principal, true)
    return subscription
  }
  const leave = (connection: Connection, id: DocumentId) => {
    const subscription = connection.subscriptions.get(id)
    if (!subscription) return
    connection.subscriptions.delete(id)
    const room = rooms.remove(subscription)
    if (room) watchers.notify(room.kind.name, id, subscription.principal, false)
  }
  const changePrincipal = (subscription: Subscription) => {
    const { id, principal, connection } = subscription
    if (principal.id === connection.principal.id) return
    subscription.principal = connection.principal
    watchers.notify(kindOf(id), id, principal, false)
    watchers.notify(kindOf(id), id, connection.principal, true)
  }

  return {
    join(connection, id, held) {
      const subscription: Subscription = connection.subscriptions.get(id) ?? begin(connection, id)
      subscription.held = held
      subscription.isJoining = true
      return subscription
    },
    leave,
    leaveAll(connection) {
      for (const id of [...connection.subscriptions.keys()]) leave(connection, id)
    },
    principalChanged(connection) {
      for (const subscription of [...connection.subscriptions.values()]) changePrincipal(subscription)
    },
    of: rooms.of,
    idsOf: rooms.idsOf,
    watched: rooms.count,
    onWatched: rooms.listen,
    onWatchers: watchers.listen,
  }
}

const empty: ReadonlySet<Subscription> = new Set()

interface Room {
  readonly id: DocumentId
  readonly kind: WatchedKind
  readonly subscriptions: Set<Subscription>
}
interface WatchedKind {
  readonly name: string
  readonly ids: Set<DocumentId>
  /** Of all its ids. */
  subscriptions: number
}

/** The subscriptions of each id, and the watched ids of each kind. Empty rooms and kinds are not kept. */
function createRooms() {
  const rooms = new Map<DocumentId, Room>()
  const kinds = new Map<string, WatchedKind>()
  const listeners = new Map<string, Set<() => void>>()
  const notify = ({ name }: WatchedKind) => {
    for (const listener of listeners.get(name) ?? []) listener()
  }
  const kindNamed = (name: string) => {
    const kind = kinds.get(name) ?? { name, ids: new Set<DocumentId>(), subscriptions: 0 }
    kinds.set(name, kind)
    return kind
  }
  const close = ({ id, kind }: Room) => {
    rooms.delete(id)
    kind.ids.delete(id)
    if (kind.ids.size === 0) kinds.delete(kind.name)
  }
  return {
    of: (id: DocumentId): ReadonlySet<Subscription> => rooms.get(id)?.subscriptions ?? empty,
    idsOf: (kind: string): readonly DocumentId[] => [...(kinds.get(kind)?.ids ?? [])],
    /** Of an id as 'positions/main', or of a kind as 'positions'. */
    count: (idOrKind: string) =>
      rooms.get(idOrKind as DocumentId)?.subscriptions.size ?? kinds.get(idOrKind)?.subscriptions ?? 0,
    open(id: DocumentId): Room {
      const room = rooms.get(id) ?? { id, kind: kindNamed(kindOf(id)), subscriptions: new Set<Subscription>() }
      rooms.set(id, room)
      return room
    },
    add(room: Room, subscription: Subscription) {
      room.subscriptions.add(subscription)
      room.kind.subscriptions += 1
      if (room.subscriptions.size > 1) return
      room.kind.ids.add(room.id)
      notify(room.kind)
    },
    remove(subscription: Subscription): Room | undefined {
      const room = rooms.get(subscription.id)
      if (!room?.subscriptions.delete(subscription)) return undefined
      room.kind.subscriptions -= 1
      if (room.subscriptions.size > 0) return room
      close(room)
      notify(room.kind)
      return room
    },
    listen: (kind: string, listener: () => void) => addListener(listeners, kind, listener),
  }
}

/** Notifies listeners by kind. A fault of a listener is reported, and does not prevent a connection from watching or leaving. */
function createWatcherEvents(onFault: (what: string, error: unknown) => void) {
  const listeners = new Map<string, Set<WatcherListener>>()
  return {
    notify(kind: string, id: DocumentId, principal: Principal, began: boolean) {
      for (const listener of listeners.get(kind) ?? []) {
        try {
          listener({ id, principal, began })
        } catch (error) {
          onFault(`notify a listener about watchers of ${id}`, error)
        }
      }
    },
    listen: (kind: string, listener: WatcherListener) => addListener(listeners, kind, listener),
  }
}

function addListener<Listener>(listeners: Map<string, Set<Listener>>, name: string, listener: Listener) {
  const those = listeners.get(name) ?? new Set()
  listeners.set(name, those.add(listener))
  return () => void those.delete(listener)
}
