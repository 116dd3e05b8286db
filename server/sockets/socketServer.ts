import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import type { Limits } from './limits.ts'
import type { HubServer, HubSocket } from './line.ts'
import { createUpParser } from './upParser.ts'

export interface SocketServerParts {
  readonly server: HttpServer
  readonly limits: Limits
  isAdmitted(origin: string | undefined, host: string | undefined): boolean
  connected(socket: HubSocket, cookie: string | undefined): void
}

/** A WebSocket message so large that it is not even read; one that is only above `messageBytes` is read and refused. */
const unreadable = 4

/** Socket.IO as it is used here: WebSocket and nothing else, no compression, nothing recovered, nothing served. */
export function createSocketServer({ server, limits, isAdmitted, connected }: SocketServerParts): HubServer {
  const io: HubServer = new Server(server, {
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    maxHttpBufferSize: limits.messageBytes * unreadable,
    pingInterval: limits.pingEveryMs,
    pingTimeout: limits.pongWithinMs,
    connectTimeout: 10_000,
    parser: createUpParser(limits.messageBytes),
    allowRequest: (request, decide) => decide(null, isFresh(request) && isAdmitted(...originOf(request))),
  })
  const cookies = new WeakMap<object, string | undefined>()
  io.engine.on('connection', (raw: { request: IncomingMessage | null }) => {
    cookies.set(raw, raw.request?.headers.cookie)
    // The handshake's request is held by every connection for its whole life otherwise: some kB a viewer.
    raw.request = null
  })
  io.on('connection', (socket) => connected(socket, cookies.get(socket.conn)))
  return io
}

const originOf = ({ headers }: IncomingMessage) => [headers.origin, headers.host] as const

/** Not an attempt to take over a connection that exists: with one transport there is nothing to upgrade. */
const isFresh = ({ url }: IncomingMessage) => !new URL(url ?? '/', 'http://hub').searchParams.has('sid')
