import { WebSocket } from 'ws'

export interface BenchSocketParts {
  readonly port: number
  /** What is said to be let in: `40`, with what is shown there. */
  readonly greeting?: () => string
  readonly headers?: Readonly<Record<string, string>>
  /** Every message of Socket.IO, as text: `42["down",…]`. What is binary is not looked at. */
  hear(text: string): void
  readonly closed?: () => void
}

/** A viewer that says what has to be said and no more: as cheap as it can be, so that the server is what is measured. */
export function openBenchSocket({ port, greeting = () => '40', headers = {}, hear, closed }: BenchSocketParts) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    ...{ perMessageDeflate: false, headers },
  })
  socket.on('message', (bytes: Buffer, isBinary) => {
    if (isBinary) return
    const text = bytes.toString()
    if (text.startsWith('0')) return socket.send(greeting())
    if (text === '2') return socket.send('3')
    hear(text)
  })
  socket.on('error', () => {})
  if (closed) socket.on('close', closed)
  return {
    send: (text: string) => socket.send(text),
    /** As a line that breaks: without a goodbye. */
    cut: () => socket.terminate(),
  }
}
export type BenchSocket = ReturnType<typeof openBenchSocket>
