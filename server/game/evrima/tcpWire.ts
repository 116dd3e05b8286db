import { connect } from 'node:net'
import { networkWords } from '../networkWords.ts'

/** An open line to the game. After `close` nothing more is told to its listener. */
interface Wire {
  send(bytes: Buffer): void
  close(): void
}

export interface WireListener {
  opened(): void
  received(chunk: Buffer): void
  /** At most once; also when the line never opened. */
  lost(why: string): void
}

export type OpenWire = (listener: WireListener) => Wire

/** The only place that touches a socket of the link. */
export const tcpWire =
  (host: string, port: number): OpenWire =>
  (listener) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 })
    const close = () => {
      socket.removeAllListeners()
      // A socket that fails while it is being destroyed still reports it, and unheard errors end the program.
      socket.once('error', () => {})
      socket.destroy()
    }
    const lose = (why: string) => {
      close()
      listener.lost(why)
    }
    socket.once('connect', listener.opened)
    socket.on('data', listener.received)
    socket.once('close', () => lose('the game server closed the connection'))
    socket.once('error', (error: NodeJS.ErrnoException) => lose(networkWords(error)))
    return { send: (bytes) => void socket.write(bytes), close }
  }
