import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import type { Credentials } from '../engine/credentials.ts'
import { type AddressOf, createAddressOf } from './addressOf.ts'
import { createCrowds } from './crowds.ts'
import type { Limits } from './limits.ts'
import type { HubServer, HubSocket } from './line.ts'
import type { GatewayMetrics } from './metrics.ts'
import { createUpParser } from './upParser.ts'

/** What is kept of the request that a connection began with. */
export interface Handshake {
  readonly credentials: Credentials
  readonly address: string | null
  /** The journal's entry that they were answered last, as they say; 0 for none. */
  readonly seen: number
  /** What they ask for as they come; undefined for nothing. */
  readonly watch: unknown
}

export interface SocketServerParts {
  readonly server: HttpServer
  readonly limits: Limits
  /** See GatewayParts. */
  readonly addressOf?: AddressOf
  /** @param isProgram it names a token in its Authorization header, which no page can make a WebSocket do */
  isAdmitted(origin: string | undefined, host: string | undefined, isProgram: boolean): boolean
  connected(socket: HubSocket, from: Handshake): void
  /** See GatewayParts. */
  readonly settle?: (credentials: Credentials) => Promise<void>
  readonly metrics: Pick<GatewayMetrics, 'asked'>
}

/** A WebSocket message so large that it is not even read; one that is only above `messageBytes` is read and refused. */
const unreadable = 4

const ofConnection = createAddressOf({ isSecure: false, trustedProxies: null })

/** Socket.IO as it is used here: WebSocket and nothing else, no compression, nothing recovered, nothing served. */
export function createSocketServer(parts: SocketServerParts): HubServer {
  const { server, limits, addressOf = ofConnection, isAdmitted, connected, metrics } = parts
  const crowds = createCrowds(limits.socketsPerAddress)
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
    allowRequest(request, decide) {
      const isFull = crowds.isFull(addressOf(request))
      const isOurs = isFresh(request) && isAdmitted(...originOf(request), bearerOf(request) !== undefined)
      metrics.asked(isFull ? 'crowded' : isOurs ? 'admitted' : 'foreign')
      if (isFull) decide(crowded, false)
      else if (!isOurs || !parts.settle) decide(null, isOurs)
      else void parts.settle(shownIn(request)).finally(() => decide(null, true))
    },
  })
  const handshakes = new WeakMap<object, Handshake>()
  io.engine.on('connection', (raw: RawConnection) => {
    const address = raw.request && addressOf(raw.request)
    raw.once('close', crowds.enter(address))
    handshakes.set(raw, { credentials: shownIn(raw.request), address, ...saysNothing })
    // The handshake's request is held by every connection for its whole life otherwise: some kB a viewer.
    raw.request = null
  })
  io.on('connection', (socket) => connected(socket, shownBy(socket, handshakes.get(socket.conn))))
  return io
}

interface RawConnection {
  request: IncomingMessage | null
  once(event: 'close', listener: () => void): unknown
}

const saysNothing = { seen: 0, watch: undefined }
const unknownHandshake: Handshake = {
  credentials: { cookie: undefined, token: undefined },
  address: null,
  ...saysNothing,
}

/** A program names its token in the Authorization header, or where Socket.IO has a place for it. */
function shownBy({ handshake }: HubSocket, from: Handshake = unknownHandshake): Handshake {
  const { token, seen, watch } = handshake.auth
  const credentials = typeof token === 'string' ? { ...from.credentials, token } : from.credentials
  return { ...from, credentials, seen: Number.isSafeInteger(seen) ? seen : 0, watch }
}

const shownIn = (request: IncomingMessage | null): Credentials => ({
  cookie: request?.headers.cookie,
  token: bearerOf(request),
})

const bearerOf = (request: IncomingMessage | null) => /^Bearer +(\S+)$/i.exec(request?.headers.authorization ?? '')?.[1]

const crowded = 'Too many connections from this address: close some of them, or wait until they have ended.'

const originOf = ({ headers }: IncomingMessage) => [headers.origin, headers.host] as const

/** Not an attempt to take over a connection that exists: with one transport there is nothing to upgrade. */
const isFresh = ({ url }: IncomingMessage) => !new URL(url ?? '/', 'http://hub').searchParams.has('sid')
