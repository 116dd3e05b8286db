import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The server's side of one TCP connection, with every write to it. */
export interface WatchedSocket {
  readonly socket: Socket
  readonly writes: Uint8Array[]
  /** Overrides the number of unsent bytes; null for the real one. */
  pretendUnsent(bytes: number | null): void
}

/** Watches the TCP connections that a server accepts from now on, in their order. */
export function watchSockets(server: Server): WatchedSocket[] {
  const sockets: WatchedSocket[] = []
  server.on('connection', (socket: Socket) => {
    const writes: Uint8Array[] = []
    const write = socket.write.bind(socket) as (...values: unknown[]) => boolean
    const spied = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      writes.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
      return write(chunk, ...rest)
    }
    socket.write = spied as typeof socket.write
    let unsent: number | null = null
    const truth = Object.getOwnPropertyDescriptor(
      Object.getPrototypeOf(Object.getPrototypeOf(socket)),
      'writableLength',
    )
    Object.defineProperty(socket, 'writableLength', { get: () => unsent ?? truth?.get?.call(socket) })
    const pretendUnsent = (bytes: number | null) => {
      unsent = bytes
    }
    sockets.push({ socket, writes, pretendUnsent })
  })
  return sockets
}
