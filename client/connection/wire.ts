import { io } from 'socket.io-client'
import type { DownEvents } from '../../shared/protocol/events.ts'
import type { Watch } from '../../shared/protocol/watch.ts'

/** The events that go up, as in shared/protocol/events.ts. */
export type UpEvent = 'command' | 'query' | 'watch' | 'unwatch'

/** The events that the wire reports. Messages are `unknown` until they have been parsed. */
export interface WireListeners {
  /** The connection is lost, or could not be made. */
  lost(reason: string): void
  /** The hub answered and refused the connection; `lost` follows. @param why for the user */
  refused(why: string): void
  hello(message: unknown): void
  down(message: unknown): void
  positions(stream: string, frame: Uint8Array): void
  notice(message: unknown): void
}

/** Sent with the connection itself, which saves a round trip. */
export interface OpeningRequest {
  /** The watermark: the last journal entry of a command of this page; 0 for none. */
  readonly seen: number
  /** The watched documents with the versions held. */
  readonly watch: Watch
}

export interface Wire {
  readonly connected: boolean
  /** Opens once; the caller decides when to try again. */
  open(request: OpeningRequest): void
  /** Closes without a call of `lost`. */
  close(): void
  /** Does nothing unless connected: the caller decides when to send again. */
  send(event: UpEvent, message: unknown, onAnswer?: (answer: unknown) => void): void
  listen(listeners: WireListeners): void
}

type Handlers = { [Event in keyof DownEvents]: (...args: unknown[]) => void }

/** The socket; the only file that knows Socket.IO. @param url left out in a page: the hub that served it */
export function createWire(url?: string, extraHeaders?: Record<string, string>): Wire {
  const options = {
    transports: ['websocket'],
    reconnection: false,
    autoConnect: false,
    withCredentials: true,
    forceNew: true,
    timeout: 10_000,
    ...(extraHeaders && { extraHeaders }),
  }
  const socket = url === undefined ? io(options) : io(url, options)
  return {
    get connected() {
      return socket.connected
    },
    open(request) {
      socket.auth = { ...request }
      socket.connect()
    },
    close: () => void socket.disconnect(),
    send(event, message, onAnswer) {
      if (!socket.connected) return
      if (onAnswer) socket.emit(event, message, onAnswer)
      else socket.emit(event, message)
    },
    listen(listeners) {
      // "io client disconnect" is our own close and is not reported.
      socket.on('disconnect', (reason) => reason !== 'io client disconnect' && listeners.lost(reason))
      socket.on('connect_error', (error: Error & { readonly data?: unknown }) => {
        // Only a refusal of the hub has data.
        if (error.data !== undefined) listeners.refused(error.message)
        listeners.lost(error.message)
      })
      const handlers: Handlers = {
        hello: listeners.hello,
        down: listeners.down,
        positions: (stream, frame) => {
          if (typeof stream === 'string') listeners.positions(stream, bytesOf(frame))
        },
        notice: listeners.notice,
      }
      for (const [event, handle] of Object.entries(handlers)) socket.on(event, handle)
    },
  }
}

/** Browsers pass an ArrayBuffer, Node a Buffer. */
const bytesOf = (frame: unknown) =>
  frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame instanceof Uint8Array ? frame : new Uint8Array()
