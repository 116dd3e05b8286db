import type { Server, Socket } from 'socket.io'
import type { DownEvents, UpEvents } from '../../shared/protocol/events.ts'
import type { Parcel } from './parcel.ts'

export type HubSocket = Socket<UpEvents, DownEvents>
export type HubServer = Server<UpEvents, DownEvents>

/** How a parcel went: straight to the TCP socket, behind what Engine.IO still holds, or as ordinary events. */
export type Way = 'direct' | 'queued' | 'emitted'

/** The one way down to a viewer: everything that must keep its order goes through here. */
export interface Outlet {
  isOpen(): boolean
  write(parcels: readonly Parcel[]): Way
  /** Bytes that the viewer has not taken yet. */
  unsentBytes(): number
  disconnect(): void
  /** Cuts the line without a goodbye. */
  cut(): void
  /** Resolves when the connection has come to its end. */
  ended(): Promise<void>
}

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

export function createOutlet(socket: HubSocket): Outlet {
  const { conn } = socket
  const inside = socket as unknown as Inside
  const webSocket = () => inside.conn?.transport?.socket
  const isQueueEmpty = () => inside.conn?.writeBuffer?.length === 0

  const emitAll = (parcels: readonly Parcel[]): Way => {
    for (const [event, ...told] of parcels.flatMap((parcel) => parcel.events())) {
      ;(socket.emit as (event: string, ...told: unknown[]) => boolean)(event, ...told)
    }
    return 'emitted'
  }

  return {
    isOpen: () => socket.connected && conn.readyState === 'open',
    write(parcels) {
      const line = lineOf(socket)
      if (!line?.writable) return emitAll(parcels)
      if (isQueueEmpty()) {
        line.write(joined(parcels))
        return 'direct'
      }
      // Engine.IO holds something back until its last write is through: ours takes its place behind that.
      conn.write('', { wsPreEncodedFrame: [joined(parcels)] } as object)
      return 'queued'
    },
    unsentBytes: () => lineOf(socket)?.writableLength ?? 0,
    disconnect: () => void socket.disconnect(true),
    cut: () => webSocket()?.terminate?.(),
    ended: () =>
      new Promise((resolve) => {
        const ending = webSocket()
        if (!ending?.once || ending.readyState === closed) resolve()
        else ending.once('close', resolve)
      }),
  }
}
