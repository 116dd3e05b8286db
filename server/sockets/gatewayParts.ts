import type { Server as HttpServer } from 'node:http'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Seat } from '../engine/seat.ts'
import type { Limits } from './limits.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { StreamDefinition } from './streams.ts'
import type { Viewer } from './viewer.ts'

export interface GatewayLog {
  error(context: object, message: string): void
}

export interface GatewayParts {
  readonly hub: Hub
  readonly server: HttpServer
  /** Who holds this cookie header, now: asked again for every message, as a session can end at any time. */
  seatOf(cookieHeader: string | undefined): Seat
  hello(seat: Seat): Hello
  /** Browsers send an origin with every WebSocket; other programs may send none. */
  allowedOrigins(origin: string | undefined, host: string | undefined): boolean
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
    /** A delta for all who follow; one that is offered in the same turn as a publish leaves in the same write. */
    offer(id: DocumentId, frame: Uint8Array): void
  }
  /** How many watch an id as 'positions/main', or any of a kind as 'positions'. */
  watched(idOrKind: string): number
  onWatched(idOrKind: string, listener: (count: number) => void): () => void
  /** Sessions or rights have changed: asks anew for those concerned, and drops what they may no longer read. */
  reseat(concerns?: (viewer: Pick<Viewer, 'seat' | 'cookie'>) => boolean): void
  sockets(): number
  close(): Promise<void>
}
