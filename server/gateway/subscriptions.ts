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
  /** Called with the new count whenever it changes. Returns the function that unsubscribes. */
  onWatched(idOrKind: string, listener: CountListener): () => void
  /** Called for each connection that begins or ceases to watch an id of the kind. Returns the function that unsubscribes. */
  onWatchers(kind: string, listener: WatcherListener): () => void
}

type CountListener = (count: number) => void

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
  const counts = createCounts()
  const watchers = createWatcherEvents(onFault)

  /** The same string for all subscriptions of an id, instead of one from each client's message. */
  const sharedId = (id: DocumentId) => {
    for (const subscription of rooms.of(id)) return subscription.id
    return id
  }
  const begin = (connection: Connection, watchedId: DocumentId) => {
    const { principal } = connection
    const id = sharedId(watchedId)
    const subscription = { connection, id, principal, held: undefined, isJoining: true, lastKeyAt: -Infinity }
    rooms.add(subscription)
    connection.subscriptions.set(id, subscription)
    counts.add(id, 1)
    watchers.notify({ id, principal, began: true })
    return subscription
  }
  const leave = (connection: Connection, id: DocumentId) => {
    const subscription = connection.subscriptions.get(id)
    if (!subscription) return
    connection.subscriptions.delete(id)
    rooms.remove(subscription)
    counts.add(id, -1)
    watchers.notify({ id, principal: subscription.principal, began: false })
  }
  const changePrincipal = (subscription: Subscription) => {
    const { id, principal, connection } = subscription
    if (principal.id === connection.principal.id) return
    subscription.principal = connection.principal
    watchers.notify({ id, principal, began: false })
    watchers.notify({ id, principal: connection.principal, began: true })
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
    watched: counts.of,
    onWatched: counts.listen,
    onWatchers: watchers.listen,
  }
}

const empty: ReadonlySet<Subscription> = new Set()

/** The subscriptions of each id, and the watched ids of each kind. Empty rooms are not kept. */
function createRooms() {
  const rooms = new Map<DocumentId, Set<Subscription>>()
  const byKind = new Map<string, Set<DocumentId>>()

  const open = (id: DocumentId) => {
    const room = new Set<Subscription>()
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
    of: (id: DocumentId): ReadonlySet<Subscription> => rooms.get(id) ?? empty,
    idsOf: (kind: string): readonly DocumentId[] => [...(byKind.get(kind) ?? [])],
    add: (subscription: Subscription) => void (rooms.get(subscription.id) ?? open(subscription.id)).add(subscription),
    remove(subscription: Subscription) {
      const room = rooms.get(subscription.id)
      room?.delete(subscription)
      if (room?.size === 0) close(subscription.id)
    },
  }
}

/** Numbers of subscriptions, by id as 'positions/main' and by kind as 'positions'. */
function createCounts() {
  const counts = new Map<string, number>()
  const listeners = new Map<string, Set<CountListener>>()

  const addTo = (idOrKind: string, by: number) => {
    const next = (counts.get(idOrKind) ?? 0) + by
    if (next === 0) counts.delete(idOrKind)
    else counts.set(idOrKind, next)
    for (const listener of listeners.get(idOrKind) ?? []) listener(next)
  }
  return {
    add(id: DocumentId, by: number) {
      addTo(id, by)
      addTo(kindOf(id), by)
    },
    of: (idOrKind: string) => counts.get(idOrKind) ?? 0,
    listen: (idOrKind: string, listener: CountListener) => addListener(listeners, idOrKind, listener),
  }
}

/** Notifies listeners by kind. A fault of a listener is reported, and does not prevent a connection from watching or leaving. */
function createWatcherEvents(onFault: (what: string, error: unknown) => void) {
  const listeners = new Map<string, Set<WatcherListener>>()
  return {
    notify(event: WatcherEvent) {
      for (const listener of listeners.get(kindOf(event.id)) ?? []) {
        try {
          listener(event)
        } catch (error) {
          onFault(`notify a listener about watchers of ${event.id}`, error)
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
