import type { DocumentId } from '../../shared/engine/document.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import { type Budgets, createBudgets } from '../engine/budgets.ts'
import { type Clock, every, onWallTimeSet, systemClock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { createAbuseLimits } from './abuse.ts'
import { createAccess } from './access.ts'
import { createBackfill } from './backfill.ts'
import { type Connection, disconnect } from './connection.ts'
import { type ConnectionOptions, createConnections } from './connections.ts'
import { createFlush } from './flush.ts'
import { createIncoming } from './incoming.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { type GatewayMetrics, noMetrics } from './metrics.ts'
import { createOutbox } from './outbox.ts'
import { createStreams, type Offer, type StreamDefinition, type StreamFamily } from './streams.ts'
import { createSubscriptions, type WatcherListener } from './subscriptions.ts'
import { createTap, type TapListener } from './tap.ts'

export interface GatewayOptions extends ConnectionOptions {
  readonly hub: Hub
  /** Answers queries; the hub by default. */
  readonly query?: Hub['query']
  hello(principal: Principal): Hello
  readonly limits?: Partial<Limits>
  /** Shared with HTTP and other nodes; by default this gateway counts alone, by `limits`. */
  readonly budgets?: Budgets
  readonly streams?: readonly StreamDefinition[]
  readonly clock?: Clock
  readonly log?: { error(context: object, message: string): void }
  readonly metrics?: GatewayMetrics
}

export interface Gateway {
  readonly streams: {
    /** Returns the function that removes the stream. */
    define(stream: StreamDefinition): () => void
    /** As define, for all streams of a kind. @throws when the kind is that of documents or of another family */
    family(family: StreamFamily): () => void
    /** The kinds that have streams. */
    kinds(): ReadonlySet<string>
    /**
     * Sends a delta to all subscribers; one that is offered in the same turn as a publish leaves in the same write. A frame
     * without subscribers is discarded, and not made. @throws when there is no such stream
     */
    offer(id: DocumentId, frame: Offer): void
  }
  /** Number of subscriptions: of an id as 'positions/main', or of a whole kind as 'positions'. */
  watched(idOrKind: string): number
  /** Called when an id of the kind begins to be watched by any socket, and when it is watched by none. Returns the way to stop. */
  onWatched(kind: string, listener: () => void): () => void
  /** The watched ids of a kind. */
  watchedIds(kind: string): readonly DocumentId[]
  /**
   * Called for each socket that begins or ceases to watch an id of the kind, for whatever reason. When a socket gets another
   * account, its subscriptions cease for the old one and begin for the new one. Returns the function that unsubscribes.
   */
  onWatchers(kind: string, listener: WatcherListener): () => void
  /**
   * Sessions or permissions have changed: determines the principals of the selected connections again and drops what they
   * may no longer read. All in this turn, so that the next flush sends nothing to those who may no longer read it.
   */
  reauthorize(selects?: (connection: Pick<Connection, 'principal' | 'credentials'>) => boolean): void
  /** Sends hello to every connection again, a part of them in each turn: what it says of the hub has changed. */
  greet(): void
  sockets(): number
  /** With their principals as of the last authorization. */
  connections(): Iterable<Pick<Connection, 'principal' | 'credentials' | 'client'>>
  /** Documents of which an encoded snapshot is kept, to be faster. */
  readonly encodedDocuments: { entries(): number; clear(): void }
  /** Reports all traffic from now on, beginning with the state of each open connection. Returns the function that stops it. */
  tap(listener: TapListener): () => void
  /** Closes all connections over `ms`, and admits none after the first third of it. Resolves when all are closed. */
  drain(ms: number): Promise<void>
  close(): Promise<void>
}

const reauthorizedPerTurn = 250

/** Holds the sockets of one node: translates between them and the hub, and decides nothing. */
export function createGateway(options: GatewayOptions): Gateway {
  const { hub, hello, principalOf, clock = systemClock, metrics = noMetrics } = options
  const limits = { ...defaultLimits, ...options.limits }
  const { budgets = createBudgets(limits, clock) } = options
  const onFault = (what: string, error: unknown) => options.log?.error({ err: error }, `sockets: ${what}`)
  const nextTurn = (act: () => void) => void setImmediate(act)

  const tap = createTap()
  const subscriptions = createSubscriptions(onFault)
  const streams = createStreams()
  const backfill = createBackfill(hub)
  const outbox = createOutbox({ limits, metrics, tap, nextTurn, onFault })
  const access = createAccess({ hub, streams, subscriptions, outbox, principalOf, hello, onFault })
  const flush = createFlush({
    limits,
    metrics,
    streams,
    subscriptions,
    access,
    backfill,
    outbox,
    clock,
    nextTurn,
    onFault,
  })
  const abuse = createAbuseLimits(limits, budgets, clock.monotonic, outbox)
  const parts = { limits, abuse, access, subscriptions, flush, tap, metrics, clock, onFault }
  const incoming = createIncoming({ query: hub.query, ...options, ...parts })
  const connections = createConnections({
    ...options,
    limits,
    budgets,
    clock,
    metrics,
    subscriptions,
    access,
    outbox,
    incoming,
    flush,
    tap,
    onFault,
  })
  for (const stream of options.streams ?? []) streams.define(stream)

  const dropAll = (ids: readonly DocumentId[]) => {
    for (const id of ids) for (const { connection } of [...subscriptions.of(id)]) access.drop(connection, id)
  }
  /** A connection whose session cannot be determined is closed, and does not prevent the others from being checked. */
  const reauthorizeOne = (connection: Connection, selects: (connection: Connection) => boolean) => {
    try {
      if (connections.open.has(connection) && selects(connection)) access.reauthorize(connection)
    } catch (error) {
      onFault('reauthorize a connection', error)
      disconnect(connection.transport)
    }
  }
  const stopListening = hub.onPublish(flush.published)
  // For sessions and permissions that end by time alone.
  const stopReauthorizing = every(
    clock,
    () => limits.reauthorizeEveryMs,
    async () =>
      inSlices([...connections.open], reauthorizedPerTurn, (connection) => reauthorizeOne(connection, () => true)),
  )
  // A page takes the hub's time from the last hello.
  const stopWatchingTime = onWallTimeSet(clock, greet)

  function greet() {
    inSlices([...connections.open], reauthorizedPerTurn, (connection) => {
      if (connections.open.has(connection)) access.sendHello(connection)
    })
  }

  return {
    streams: {
      define(stream) {
        streams.define(stream)
        return () => {
          streams.remove(stream.id)
          dropAll([stream.id])
        }
      },
      family(family) {
        const { kind } = family
        if (hub.memoryOf(`${kind}/`)) throw new Error(`"${kind}" is a kind of documents: streams need another name.`)
        streams.defineFamily(family)
        return () => {
          streams.removeFamily(kind)
          dropAll(subscriptions.idsOf(kind).filter((id) => !streams.get(id)))
        }
      },
      kinds: streams.kinds,
      offer(id, frame) {
        if (streams.get(id) && subscriptions.of(id).size === 0) return
        streams.offer(id, frame)
        flush.soon()
      },
    },
    watched: subscriptions.watched,
    onWatched: subscriptions.onWatched,
    watchedIds: subscriptions.idsOf,
    onWatchers: subscriptions.onWatchers,
    reauthorize(selects = () => true) {
      for (const connection of [...connections.open]) reauthorizeOne(connection, selects)
    },
    greet,
    sockets: () => connections.open.size,
    encodedDocuments: backfill.kept,
    connections: () => connections.open,
    tap(listener) {
      // A key frame includes the deltas that are still to be made: those have to be sent first.
      flush.now()
      outbox.writeAll()
      for (const connection of connections.open)
        tap.introduce(connection, listener, { hub, streams, now: clock.now(), hello })
      return tap.listen(listener)
    },
    drain: connections.drain,
    async close() {
      stopListening()
      stopReauthorizing()
      stopWatchingTime()
      await connections.close()
    },
  }
}

/** Calls `act` for each, `size` per turn of the event loop, the first of them now. */
function inSlices<One>(all: readonly One[], size: number, act: (one: One) => void): void {
  for (const one of all.slice(0, size)) act(one)
  if (all.length > size) setImmediate(() => inSlices(all.slice(size), size, act))
}
