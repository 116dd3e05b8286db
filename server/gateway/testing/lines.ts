import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The hub's side of one TCP connection, with every write that was made to it. */
export interface WatchedLine {
  readonly socket: Socket
  readonly writes: Uint8Array[]
  /** Pretends that so many bytes are unsent; null for the truth. */
  pretendUnsent(bytes: number | null): void
}

/** Watches the TCP connections that a server accepts from now on, in their order. */
export function watchLines(server: Server): WatchedLine[] {
  const lines: WatchedLine[] = []
  server.on('connection', (socket: Socket) => {
    const writes: Uint8Array[] = []
    const write = socket.write.bind(socket) as (...told: unknown[]) => boolean
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
    lines.push({ socket, writes, pretendUnsent })
  })
  return lines
}
