import type { Server, Socket } from 'socket.io'
import type { DownEvents, UpEvents } from '../../shared/protocol/events.ts'
import type { Parcel } from './parcel.ts'

export type HubSocket = Socket<UpEvents, DownEvents>
export type HubServer = Server<UpEvents, DownEvents>

/** How a parcel went: straight to the TCP socket, behind what Engine.IO still holds, or as ordinary events. */
export type Way = 'direct' | 'queued' | 'emitted'

/** The TCP socket under a WebSocket connection, as far as it is needed here. */
interface Line {
  readonly writable: boolean
  readonly writableLength: number
  write(bytes: Uint8Array): boolean
}

/** Fields of Engine.IO's and ws's own, which no type of theirs promises; `lineOf` looks before it believes. */
interface Inside {
  readonly conn?: {
    readonly writeBuffer?: { readonly length: number }
    readonly transport?: {
      readonly name?: string
      readonly perMessageDeflate?: unknown
      readonly socket?: InsideSocket
    }
  }
}

interface InsideSocket {
  readonly readyState?: number
  readonly _socket?: Partial<Line>
  readonly _sender?: unknown
  terminate?(): void
  once?(event: 'close', listener: () => void): unknown
}

const open = 1
const closed = 3

/**
 * The TCP socket, if whole frames may be written to it between the frames that Engine.IO writes: nothing compresses,
 * and every frame of Engine.IO's is given to the socket in one go.
 */
export function lineOf(socket: unknown): Line | null {
  const { transport } = (socket as Inside).conn ?? {}
  const { socket: webSocket } = transport ?? {}
  const line = webSocket?._socket
  const isPlain = transport?.name === 'websocket' && !transport.perMessageDeflate && webSocket?._sender !== undefined
  const isSocket = typeof line?.write === 'function' && typeof line.writableLength === 'number'
  return isPlain && isSocket && webSocket?.readyState === open ? (line as Line) : null
}

const joined = (parcels: readonly Parcel[]) =>
  parcels.length === 1 && parcels[0] ? parcels[0].bytes() : Buffer.concat(parcels.map((parcel) => parcel.bytes()))

const insideOf = (socket: HubSocket) => socket as unknown as Inside
const webSocketOf = (socket: HubSocket) => insideOf(socket).conn?.transport?.socket
const isQueueEmpty = (socket: HubSocket) => insideOf(socket).conn?.writeBuffer?.length === 0

export const isOpen = (socket: HubSocket) => socket.connected && socket.conn.readyState === 'open'

/** Bytes that the viewer has not taken yet. */
export const unsentBytes = (socket: HubSocket) => lineOf(socket)?.writableLength ?? 0

/** The one way down to a viewer: everything that must keep its order goes through here. */
export function writeParcels(socket: HubSocket, parcels: readonly Parcel[]): Way {
  const line = lineOf(socket)
  if (!line?.writable) return emitAll(socket, parcels)
  if (isQueueEmpty(socket)) {
    line.write(joined(parcels))
    return 'direct'
  }
  // Engine.IO holds something back until its last write is through: ours takes its place behind that.
  socket.conn.write('', { wsPreEncodedFrame: [joined(parcels)] } as object)
  return 'queued'
}

function emitAll(socket: HubSocket, parcels: readonly Parcel[]): Way {
  const emit = socket.emit.bind(socket) as (event: string, ...told: unknown[]) => boolean
  for (const [event, ...told] of parcels.flatMap((parcel) => parcel.events())) emit(event, ...told)
  return 'emitted'
}

export const disconnect = (socket: HubSocket) => void socket.disconnect(true)

/** Cuts the line without a goodbye. */
export const cut = (socket: HubSocket) => webSocketOf(socket)?.terminate?.()

/** Resolves when the connection has come to its end. */
export const ended = (socket: HubSocket) =>
  new Promise<void>((resolve) => {
    const ending = webSocketOf(socket)
    if (!ending?.once || ending.readyState === closed) resolve()
    else ending.once('close', resolve)
  })
