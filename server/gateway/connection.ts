import type { Server, Socket } from 'socket.io'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { DownEvents, UpEvents } from '../../shared/protocol/events.ts'
import type { Notice } from '../../shared/protocol/notice.ts'
import { countedNetwork } from '../engine/budgets.ts'
import type { Client, Credentials, Principal } from '../engine/principal.ts'
import type { EncodedBatch, PartPath } from './encoding.ts'
import type { UsedRates } from './limits.ts'

export type HubSocket = Socket<UpEvents, DownEvents>
export type HubServer = Server<UpEvents, DownEvents>

/** One connected client: its principal, its subscriptions, and the batches still to be sent to it. */
export interface Connection {
  readonly credentials: Credentials
  readonly client: Client
  readonly transport: Transport
  /** As budgets count it: see `Spender`. */
  readonly network: string | null
  readonly usedRates: UsedRates
  /** By the monotonic clock. */
  readonly connectedAt: number
  /** As of the last authorization. */
  principal: Principal
  readonly subscriptions: Map<DocumentId, Subscription>
  /** Batches in their order, not yet written. */
  unsent: EncodedBatch[]
  /** Is in the outbox's queue. */
  isQueued: boolean
  /** The parts that the flush in progress has for it; null outside of one. */
  due: PartPath | null
  /** Each notice is sent once. */
  readonly sentNotices: Notice['code'][]
}

/** One connection watches one document or stream. */
export interface Subscription {
  readonly connection: Connection
  readonly id: DocumentId
  /** The principal of the connection when this subscription began. */
  principal: Principal
  /** The copy that the client said it holds. */
  held: HeldVersion | undefined
  /** Has still to be brought up to date: gets no patch and no delta before. */
  isJoining: boolean
  /** When its last key frame was sent, by the monotonic clock; for streams. */
  lastKeyAt: number
}

export interface HeldVersion {
  readonly epoch: number
  readonly version: number
}

export const createConnection = (
  from: Pick<Connection, 'credentials' | 'client' | 'transport' | 'principal' | 'connectedAt'>,
): Connection => ({
  ...from,
  network: countedNetwork(from.client.address),
  usedRates: {},
  subscriptions: new Map(),
  unsent: [],
  isQueued: false,
  due: null,
  sentNotices: [],
})

/** The one way down to a client: everything that must keep its order goes through here. */
export interface Transport {
  readonly socket: HubSocket
  /** The objects below the socket, looked up once since they are used for every write; null where they are not as expected. */
  readonly engine: EngineInternals | null
  readonly webSocket: WebSocketInternals | null
  readonly tcp: TcpInternals | null
}

/** How batches were written: straight to the TCP socket, behind what Engine.IO still holds, or as ordinary events. */
export type WritePath = 'direct' | 'queued' | 'emitted'

/** Fields of Engine.IO and ws that are not in their public types. */
interface EngineInternals {
  /** What Engine.IO holds back: another array after each of its writes. */
  readonly writeBuffer: readonly unknown[]
  write(packet: string, options: object): unknown
}
interface WebSocketInternals {
  readonly readyState: number
  terminate(): void
  once(event: 'close', listener: () => void): unknown
}
interface TcpInternals {
  readonly writable: boolean
  readonly writableLength: number
  write(bytes: Uint8Array): boolean
  cork(): void
  uncork(): void
}
/** The same before they are checked. */
interface UncheckedInternals {
  readonly conn?: {
    readonly writeBuffer?: unknown
    readonly transport?: {
      readonly name?: string
      readonly perMessageDeflate?: unknown
      readonly socket?: Partial<WebSocketInternals> & {
        readonly _socket?: Partial<TcpInternals>
        readonly _sender?: unknown
      }
    }
  }
}

/**
 * The WebSocket and TCP socket below a Socket.IO socket, if whole frames may be written to TCP between the frames that
 * Engine.IO writes: compression is off, and Engine.IO writes each frame to TCP in one call. This holds for the life of the
 * connection, since there is only one transport and no upgrade.
 */
export function transportOf(socket: HubSocket): Transport {
  const { conn } = socket as unknown as UncheckedInternals
  const webSocket = conn?.transport?.socket
  const tcp = webSocket?._socket
  const isPlain = conn?.transport?.name === 'websocket' && !conn.transport.perMessageDeflate
  const isKnown =
    Array.isArray(conn?.writeBuffer) &&
    typeof webSocket?.readyState === 'number' &&
    webSocket._sender !== undefined &&
    typeof tcp?.write === 'function' &&
    typeof tcp.writableLength === 'number'
  if (!isPlain || !isKnown) return { socket, engine: null, webSocket: null, tcp: null }
  return {
    socket,
    engine: socket.conn as unknown as EngineInternals,
    webSocket: webSocket as WebSocketInternals,
    tcp: tcp as TcpInternals,
  }
}

const openState = 1
const closedState = 3

/**
 * Holds back what is written from now on, until the flush that what happens in the next tick asks for: the answer to a connect packet,
 * the hello and the documents leave in one write.
 */
export function writeWithNextFlush(socket: HubSocket) {
  const { tcp } = transportOf(socket)
  tcp?.cork()
  process.nextTick(() => setImmediate(() => tcp?.uncork()))
}

/** Bytes that the client has not read yet. */
export const unsentBytes = ({ tcp }: Transport) => tcp?.writableLength ?? 0

/** How a write in this moment goes. */
export function writePathOf({ engine, webSocket, tcp }: Transport): WritePath {
  if (!engine || webSocket?.readyState !== openState || !tcp?.writable) return 'emitted'
  // Engine.IO holds packets until its last write is through.
  return engine.writeBuffer.length === 0 ? 'direct' : 'queued'
}

/** @param bytes the batches' bytes, concatenated */
export function writeBatches(transport: Transport, batches: readonly EncodedBatch[], bytes: Uint8Array): WritePath {
  const path = writePathOf(transport)
  if (path === 'direct') transport.tcp?.write(bytes)
  // These bytes take their place behind what Engine.IO holds.
  else if (path === 'queued') transport.engine?.write('', { wsPreEncodedFrame: [bytes] })
  else emitAll(transport.socket, batches)
  return path
}

/** Does nothing on a connection that has ended: Socket.IO checks that. */
function emitAll(socket: HubSocket, batches: readonly EncodedBatch[]) {
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean
  for (const [event, ...values] of batches.flatMap((batch) => batch.events())) emit(event, ...values)
}

export const disconnect = ({ socket }: Transport) => void socket.disconnect(true)

/** Ends the connection without a closing handshake. */
export const terminate = ({ webSocket }: Transport) => webSocket?.terminate()

/** Resolves when the connection has ended. */
export const whenClosed = ({ webSocket }: Transport) =>
  new Promise<void>((resolve) => {
    if (!webSocket || webSocket.readyState === closedState) resolve()
    else webSocket.once('close', resolve)
  })
