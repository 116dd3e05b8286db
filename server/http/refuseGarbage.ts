import type { Socket } from 'node:net'

/** What is not HTTP at all, or came too slowly, has no reply object: the answer is written by hand. */
export function refuseGarbage({ code }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = isSlow ? '408 Request Timeout' : '400 Bad Request'
  const error = isSlow ? 'The request did not come to its end in time.' : 'The request is not one that HTTP knows.'
  const body = JSON.stringify({ success: false, error, code: 'badRequest' })
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
  else socket.destroy()
}
