import type { Server as HttpServer } from 'node:http'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import type { Clock } from '../engine/clock.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import type { AddressOf } from './addressOf.ts'
import type { ComingListener } from './comings.ts'
import type { Limits } from './limits.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { Offer, StreamDefinition, StreamFamily } from './streams.ts'
import type { TapListener } from './tap.ts'
import type { Viewer } from './viewer.ts'

export interface GatewayLog {
  error(context: object, message: string): void
}

export interface GatewayParts {
  readonly hub: Hub
  readonly server: HttpServer
  /** Who shows these, now: asked again for every message, as a session can end at any time. */
  principalOf(credentials: Credentials): Principal
  /** Resolves when it can be said who shows these; left out: at any time. Asked before a connection is let in. */
  readonly settle?: (credentials: Credentials) => Promise<void>
  /** Does `act` once this node shows that entry of the journal, at once if it does, and in a while in any case; left out: at once. */
  readonly reached?: (seq: number, act: () => void) => void
  hello(principal: Principal): Hello
  /** Browsers send an origin with every WebSocket; other programs may send none. */
  allowedOrigins(origin: string | undefined, host: string | undefined): boolean
  /** Where a request comes from; left out: from whoever is connected. */
  readonly addressOf?: AddressOf
  readonly limits?: Partial<Limits>
  readonly streams?: readonly StreamDefinition[]
  readonly clock?: Clock
  readonly log?: GatewayLog
  readonly metrics?: GatewayMetrics
}

/** Holds the sockets: translates between them and the hub, decides nothing. */
export interface Gateway {
  readonly streams: {
    /** Returns the way to take it away again. */
    define(stream: StreamDefinition): () => void
    /** As define, for all streams of a kind. @throws when the kind is that of documents, or of a family that there is */
    family(family: StreamFamily): () => void
    /**
     * A delta for all who follow; one that is offered in the same turn as a publish leaves in the same write. One that
     * nobody watches is nothing, and is not made. @throws when there is no such stream
     */
    offer(id: DocumentId, frame: Offer): void
  }
  /** How many watch an id as 'positions/main', or any of a kind as 'positions'. */
  watched(idOrKind: string): number
  onWatched(idOrKind: string, listener: (count: number) => void): () => void
  /** The ids of a kind that are watched now. */
  watchedIds(kind: string): readonly DocumentId[]
  /**
   * Called for each socket that begins or ceases to watch an id of the kind, however it comes to that. When another account
   * comes to sit there, the one that began is told to have ceased. Returns the way to stop.
   */
  onWatchers(kind: string, listener: ComingListener): () => void
  /** Sessions or rights have changed: asks anew for those concerned, and drops what they may no longer read. */
  reauthorize(concerns?: (viewer: Pick<Viewer, 'principal' | 'credentials'>) => boolean): void
  sockets(): number
  /** Who sits on each of them, as it was last asked for. */
  principals(): Iterable<Pick<Viewer, 'principal' | 'credentials' | 'address'>>
  /** Tells of all that goes over all sockets from now on, beginning with what each of them stands at. Returns the way to stop. */
  tap(listener: TapListener): () => void
  /** Sends everybody elsewhere over `ms`, and lets nobody in after the first third of it. Resolves when nobody is left. */
  drain(ms: number): Promise<void>
  close(): Promise<void>
}
