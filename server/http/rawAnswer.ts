import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { headersWithoutRoute, strictTransport } from './browserHeaders.ts'

export interface RawAnswer {
  readonly status: number
  readonly code: string
  readonly error: string
}

/**
 * Answers where Fastify has no reply object: input that is not HTTP, a request that does not arrive in time, a refused WebSocket
 * handshake. Written to the socket in the usual form and with the usual headers; then the socket is closed.
 */
export const createRawAnswer =
  (isSecure: boolean) =>
  (socket: Duplex, { status, code, error }: RawAnswer) => {
    const body = JSON.stringify({ success: false, error, code })
    const headers = {
      ...headersWithoutRoute,
      ...strictTransport(isSecure),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable)
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
    else socket.destroy()
  }
