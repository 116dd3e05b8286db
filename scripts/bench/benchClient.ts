import { WebSocket } from 'ws'

export interface BenchSocketParts {
  readonly port: number
  /** The connect packet: `40`, with its auth payload. */
  readonly handshake?: () => string
  /** Called in place of sending the connect packet. */
  readonly opened?: () => void
  readonly headers?: Readonly<Record<string, string>>
  /** Called with every text message of Socket.IO: `42["down",…]`. Binary messages are ignored. */
  hear(text: string): void
  readonly closed?: () => void
}

/** A client that costs as little as possible, so that the server is measured. */
export function openBenchClient({
  port,
  handshake = () => '40',
  opened,
  headers = {},
  hear,
  closed,
}: BenchSocketParts) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    headers,
  })
  socket.on('message', (bytes: Buffer, isBinary) => {
    if (isBinary) return
    const text = bytes.toString()
    if (text.startsWith('0')) return opened ? opened() : socket.send(handshake())
    if (text === '2') return socket.send('3')
    hear(text)
  })
  socket.on('error', () => {})
  if (closed) socket.on('close', closed)
  return {
    send: (text: string) => socket.send(text),
    /** Ends the connection without a closing handshake. */
    cut: () => socket.terminate(),
  }
}
export type BenchClient = ReturnType<typeof openBenchClient>
