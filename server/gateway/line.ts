import type { Server, Socket } from 'socket.io'
import type { DownEvents, UpEvents } from '../../shared/protocol/events.ts'
import type { Parcel } from './parcel.ts'

export type HubSocket = Socket<UpEvents, DownEvents>
export type HubServer = Server<UpEvents, DownEvents>

/** How parcels went: straight to the TCP socket, behind what Engine.IO still holds, or as ordinary events. */
export type Way = 'direct' | 'queued' | 'emitted'

/** The one way down to a viewer: everything that must keep its order goes through here. */
export interface Line {
  readonly socket: HubSocket
  /** What lies under the socket, looked for once as many are written to; null where it is not what it is known to be. */
  readonly webSocket: WebSocketUnder | null
  readonly tcp: TcpUnder | null
}

/** Fields of Engine.IO's and ws's own, which no type of theirs promises. */
interface WebSocketUnder {
  readonly readyState: number
  terminate(): void
  once(event: 'close', listener: () => void): unknown
}
interface TcpUnder {
  readonly writable: boolean
  readonly writableLength: number
  write(bytes: Uint8Array): boolean
}
/** The same before anybody has looked. */
interface Unsure {
  readonly conn?: {
    readonly writeBuffer?: unknown
    readonly transport?: {
      readonly name?: string
      readonly perMessageDeflate?: unknown
      readonly socket?: Partial<WebSocketUnder> & { readonly _socket?: Partial<TcpUnder>; readonly _sender?: unknown }
    }
  }
}

const open = 1
const closed = 3

/**
 * What lies under a socket, if whole frames may be written to its TCP socket between the frames that Engine.IO writes:
 * nothing compresses, and every frame of Engine.IO's is given to the TCP socket in one go. It stays the same for the
 * life of the connection, as there is only one transport and nothing to upgrade to.
 */
export function lineOf(socket: HubSocket): Line {
  const { conn } = socket as unknown as Unsure
  const webSocket = conn?.transport?.socket
  const tcp = webSocket?._socket
  const isPlain = conn?.transport?.name === 'websocket' && !conn.transport.perMessageDeflate
  const isKnown =
    Array.isArray(conn?.writeBuffer) &&
    typeof webSocket?.readyState === 'number' &&
    webSocket._sender !== undefined &&
    typeof tcp?.write === 'function' &&
    typeof tcp.writableLength === 'number'
  if (!isPlain || !isKnown) return { socket, webSocket: null, tcp: null }
  return { socket, webSocket: webSocket as WebSocketUnder, tcp: tcp as TcpUnder }
}

/** Whether Engine.IO holds nothing back on this connection. */
const isThrough = ({ conn }: HubSocket) =>
  (conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length === 0

/** Bytes that the viewer has not taken yet. */
export const unsentBytes = ({ tcp }: Line) => tcp?.writableLength ?? 0

/** @param bytes the parcels' own, joined */
export function writeParcels({ socket, webSocket, tcp }: Line, parcels: readonly Parcel[], bytes: Uint8Array): Way {
  if (webSocket?.readyState !== open || !tcp?.writable) return emitAll(socket, parcels)
  if (isThrough(socket)) {
    tcp.write(bytes)
    return 'direct'
  }
  // Engine.IO holds something back until its last write is through: ours takes its place behind that.
  socket.conn.write('', { wsPreEncodedFrame: [bytes] } as object)
  return 'queued'
}

/** On a connection that has ended this does nothing, as Socket.IO looks to that. */
function emitAll(socket: HubSocket, parcels: readonly Parcel[]): Way {
  const emit = socket.emit.bind(socket) as (event: string, ...told: unknown[]) => boolean
  for (const [event, ...told] of parcels.flatMap((parcel) => parcel.events())) emit(event, ...told)
  return 'emitted'
}

export const disconnect = ({ socket }: Line) => void socket.disconnect(true)

/** Cuts the line without a goodbye. */
export const cut = ({ webSocket }: Line) => webSocket?.terminate()

/** Resolves when the connection has come to its end. */
export const ended = ({ webSocket }: Line) =>
  new Promise<void>((resolve) => {
    if (!webSocket || webSocket.readyState === closed) resolve()
    else webSocket.once('close', resolve)
  })
