import { io } from 'socket.io-client'
import type { DownEvents } from '../../shared/protocol/events.ts'
import type { Watch } from '../../shared/protocol/watch.ts'

/** What goes up, in the words of shared/protocol/events.ts. */
export type UpEvent = 'command' | 'query' | 'watch' | 'unwatch'

/** What the wire tells the connection. Messages are unknown until they have been parsed. */
export interface WireListeners {
  /** The connection is gone, or could not be made. */
  lost(reason: string): void
  hello(message: unknown): void
  down(message: unknown): void
  positions(stream: string, frame: Uint8Array): void
  notice(message: unknown): void
}

/** What a page says as it comes, so that nothing has to be asked for afterwards. */
export interface FirstWord {
  /** The journal's entry in which something was done last that this page had sent; 0 for none. */
  readonly seen: number
  /** What is watched, and held of it. */
  readonly watch: Watch
}

export interface Wire {
  readonly connected: boolean
  /** Opens once; when to try again is decided by the connection. */
  open(first: FirstWord): void
  /** Closes and says nothing of it. */
  close(): void
  /** Does nothing unless connected: whoever sends knows when to send again. */
  send(event: UpEvent, message: unknown, answered?: (answer: unknown) => void): void
  listen(listeners: WireListeners): void
}

type Told = { [Event in keyof DownEvents]: (...told: unknown[]) => void }

/** The socket, and the only file that knows whose it is. @param url left out in a page: the hub that served it */
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
    open(first) {
      socket.auth = { ...first }
      socket.connect()
    },
    close: () => void socket.disconnect(),
    send(event, message, answered) {
      if (!socket.connected) return
      if (answered) socket.emit(event, message, answered)
      else socket.emit(event, message)
    },
    listen(listeners) {
      // Whoever closed it themselves ("io client disconnect") needs no telling.
      socket.on('disconnect', (reason) => reason !== 'io client disconnect' && listeners.lost(reason))
      socket.on('connect_error', (error) => listeners.lost(error.message))
      const told: Told = {
        hello: listeners.hello,
        down: listeners.down,
        positions: (stream, frame) => {
          if (typeof stream === 'string') listeners.positions(stream, bytesOf(frame))
        },
        notice: listeners.notice,
      }
      for (const [event, tell] of Object.entries(told)) socket.on(event, tell)
    },
  }
}

/** Browsers hand over an ArrayBuffer, Node a Buffer. */
const bytesOf = (frame: unknown) =>
  frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame instanceof Uint8Array ? frame : new Uint8Array()
