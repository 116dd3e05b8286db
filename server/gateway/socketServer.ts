import { randomUUID } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Server } from 'socket.io'
import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser'
import { type Budgets, countedNetwork, type Spender } from '../engine/budgets.ts'
import type { Clock } from '../engine/clock.ts'
import { type Client, type Credentials, clientOf, unknownClient } from '../engine/principal.ts'
import { type AddressOf, createAddressOf } from './clientAddress.ts'
import { type HubServer, type HubSocket, writeWithNextFlush } from './connection.ts'
import { acceptedHandshakes, createHandshakeRate, type HandshakeRefusal, type RefuseHandshake } from './handshakes.ts'
import { createFrameLimit, type Limits } from './limits.ts'
import type { GatewayMetrics } from './metrics.ts'

/** The part of the request that opened a connection that is kept. */
export interface Handshake {
  readonly credentials: Credentials
  readonly client: Client
  /** The journal position that the client says it has seen; 0 for none. */
  readonly seen: number
  /** The watch message that was sent with the connection; undefined for none. */
  readonly watch: unknown
}

interface SocketServerDeps {
  readonly server: HttpServer
  readonly limits: Limits
  readonly budgets: Pick<Budgets, 'take' | 'hasRoom' | 'enter'>
  readonly clock: Pick<Clock, 'monotonic'>
  /** The client address of a request; the default is the peer's address. */
  readonly addressOf?: AddressOf | undefined
  /** @param isProgram the request has a token in its Authorization header, which a page cannot set on a WebSocket */
  isAdmitted(origin: string | undefined, host: string | undefined, isProgram: boolean): boolean
  /** The account that a socket counts for; null for a guest. */
  accountOf(credentials: Credentials): string | null
  connected(socket: HubSocket, handshake: Handshake): void
  /** Resolves when the principal of these credentials can be determined; called before a connection is admitted. */
  readonly settle?: ((credentials: Credentials) => Promise<void>) | undefined
  /** Whether it could not be determined: the client is asked to try again. */
  readonly isUndecided?: ((credentials: Credentials) => boolean) | undefined
  /** The default closes the connection without an answer. */
  readonly refuse?: RefuseHandshake | undefined
  readonly metrics: Pick<GatewayMetrics, 'handshake'>
}

/** Messages above this multiple of `messageBytes` are not read at all; smaller ones are read and refused. */
const unreadableFactor = 4
/** Parts of one message: only whole messages are counted. Browsers send one or a few, and a reverse proxy may divide them. */
const mostParts = 256

const peerAddress = createAddressOf({ isSecure: false, trustedProxies: null })

/** Socket.IO with WebSocket as its only transport, without compression, connection recovery or a served client. */
export function createSocketServer(deps: SocketServerDeps): HubServer {
  const { limits, addressOf = peerAddress, connected } = deps
  const io: HubServer = new Server({
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    maxHttpBufferSize: limits.messageBytes * unreadableFactor,
    pingInterval: limits.pingEveryMs,
    pingTimeout: limits.pongWithinMs,
    connectTimeout: 10_000,
    parser: createUpParser(limits.messageBytes),
  })
  io.attach(handshakesFor(deps))
  io.engine.generateId = () => randomUUID()
  limitWebSockets(io, limits.pongWithinMs)
  const handshakes = new WeakMap<object, Handshake>()
  const limitFrames = createFrameLimit(limits, deps.clock)
  io.engine.on('connection', (raw: RawConnection) => {
    const client = clientOf(raw.request && addressOf(raw.request), raw.request?.headers['user-agent'])
    handshakes.set(raw, { credentials: credentialsIn(raw.request), client, seen: 0, watch: undefined })
    if (raw.transport.socket) limitFrames(raw.transport.socket)
    // Otherwise each connection keeps its handshake request, several kB, for its whole life.
    raw.request = null
  })
  io.use((socket, next) => {
    const problem = enterAccount(deps, socket, handshakeOf(socket, handshakes.get(socket.conn)))
    if (problem !== null) setImmediate(() => socket.conn.close())
    // In the next tick Socket.IO answers and says that the socket is connected.
    next(problem === null ? undefined : refusedConnection(problem))
    if (problem === null) writeWithNextFlush(socket)
  })
  io.on('connection', (socket) => connected(socket, handshakeOf(socket, handshakes.get(socket.conn))))
  return io
}

/** Refuses a handshake before it is a connection: by its rate and form, by its origin, and by the connections of its account and network. */
function handshakesFor({
  server,
  limits,
  budgets,
  clock,
  addressOf = peerAddress,
  isAdmitted,
  accountOf,
  settle,
  isUndecided = () => false,
  refuse = (socket) => socket.destroy(),
  metrics,
}: SocketServerDeps) {
  const isWithinRate = createHandshakeRate(limits.handshakes, clock)
  const crowdProblem = (spender: Spender) => {
    if (!budgets.hasRoom({ ...spender, account: null })) return tooManyConnections
    return budgets.take('sockets', spender) ? null : reopenedTooOften
  }
  /** An admitted connection counts at once, and until its TCP connection has ended: many may be decided on in the same turn. */
  const decideOnCrowd = (request: IncomingMessage, network: string | null): HandshakeRefusal | null => {
    const problem = crowdProblem({ account: accountIn(accountOf, credentialsIn(request)), network })
    metrics.handshake(problem === null ? 'admitted' : 'crowded')
    if (problem !== null) return { status: 429, code: 'crowded', error: problem }
    if (network !== null && !request.socket.destroyed)
      request.socket.once('close', budgets.enter({ account: null, network }))
    return null
  }
  return acceptedHandshakes({
    server,
    isWithinRate: (request) => isWithinRate(addressOf(request)),
    decide(request) {
      const network = countedNetwork(addressOf(request))
      if (!isAdmitted(...originOf(request), bearerOf(request) !== undefined)) {
        metrics.handshake('foreign')
        return foreignOrigin
      }
      const answer = () => decideOnCrowd(request, network)
      if (!settle || !budgets.hasRoom({ account: null, network })) return answer()
      const answerOrPutOff = () => {
        if (!isUndecided(credentialsIn(request))) return answer()
        metrics.handshake('undecided')
        return undecided
      }
      return settle(credentialsIn(request)).then(answerOrPutOff, answer)
    },
    refuse,
    metrics,
  })
}

/** As a guest it would give up the commands of its user that are under way. Clients try again by themselves. */
const undecided: HandshakeRefusal = {
  status: 503,
  code: 'undecided',
  error: 'The hub cannot check this session at the moment. Try again in a few seconds.',
}

/**
 * Sets what Engine.IO has no options for; the WebSocket server reads its own for each connection.
 * @param closeWithinMs a client that does not answer the closing of its WebSocket would hold the connection for half a minute otherwise
 */
function limitWebSockets({ engine }: HubServer, closeWithinMs: number) {
  const { ws } = engine as unknown as { readonly ws?: { readonly options?: object } }
  if (ws?.options) Object.assign(ws.options, { closeTimeout: closeWithinMs, maxFragments: mostParts })
}

/** Counts a socket for its account. Returns why it is refused, for the page to show; null if it is not. */
function enterAccount(
  { limits, budgets, accountOf }: SocketServerDeps,
  { conn, handshake }: HubSocket,
  { credentials }: Handshake,
) {
  const account = { account: accountIn(accountOf, credentials), network: null }
  if (!budgets.hasRoom(account)) return crowdedMessage(limits.socketsPerAccount)
  // The handshake did not know a token that is sent only now.
  if (handshake.auth.token !== undefined && !budgets.take('sockets', account)) return reopenedTooOften
  // It may have ended in the turn in which the client entered: then nothing would take it off again.
  if (account.account !== null && conn.readyState === 'open') conn.once('close', budgets.enter(account))
  return null
}

interface RawConnection {
  request: IncomingMessage | null
  readonly transport: { readonly socket?: Parameters<ReturnType<typeof createFrameLimit>>[0] }
}

const unknownHandshake: Handshake = {
  credentials: { cookie: undefined, token: undefined },
  client: unknownClient,
  seen: 0,
  watch: undefined,
}

/** Adds Socket.IO's auth payload: a program may send its token there instead of the Authorization header. */
function handshakeOf({ handshake }: HubSocket, request: Handshake = unknownHandshake): Handshake {
  const { token, seen, watch } = handshake.auth
  const credentials = typeof token === 'string' ? { ...request.credentials, token } : request.credentials
  return { ...request, credentials, seen: Number.isSafeInteger(seen) ? seen : 0, watch }
}

/** One object for each request, since what rests on credentials is kept by them: the hash of a session, for one. */
function credentialsIn(request: IncomingMessage | null): Credentials {
  const known = request && credentialsOf.get(request)
  if (known) return known
  const credentials = { cookie: request?.headers.cookie, token: bearerOf(request) }
  if (request) credentialsOf.set(request, credentials)
  return credentials
}
const credentialsOf = new WeakMap<IncomingMessage, Credentials>()

const bearerOf = (request: IncomingMessage | null) => /^Bearer +(\S+)$/i.exec(request?.headers.authorization ?? '')?.[1]

/** Null where it cannot be determined: such a connection is refused as soon as it is open. */
function accountIn(accountOf: SocketServerDeps['accountOf'], credentials: Credentials) {
  try {
    return accountOf(credentials)
  } catch {
    return null
  }
}

/** Reaches the client as a `connect_error` with data, by which it differs from a connection that could not be made. */
const refusedConnection = (message: string) => Object.assign(new Error(message), { data: { code: 'refused' } })

/** The newest is refused instead of the oldest being closed: pages that connect again by themselves would close each other in turn. */
export const crowdedMessage = (most: number) =>
  `You have ${most} ${most === 1 ? 'page' : 'pages'} open, the most that one account can have. Close one of them, and this one connects by itself.`
const reopenedTooOften = 'This account or address opened too many connections in a short time. Wait a moment.'
export const tooManyConnections = 'Too many connections from this address. Close some of them, or wait until they end.'

const originOf = ({ headers }: IncomingMessage) => [headers.origin, headers.host] as const

const foreignOrigin: HandshakeRefusal = {
  status: 403,
  code: 'foreignOrigin',
  error: 'Only pages of this hub, and programs with an API token, can connect.',
}

/** Events that stand in for unreadable messages. A client that sends an event of this name is treated the same. */
const malformedEvent = 'malformed'
export const tooLargeEvent = 'tooLarge'

/** Clients send text packets: connect, disconnect, events. */
const acceptedTypes = new Set(['0', '1', '2'])
/** A packet for a namespace other than '/': Socket.IO would answer each, or close without a message. */
const isForeignNamespace = (chunk: string) => /^.\/(?!,|$)/.test(chunk)
const isConnect = (chunk: string) => chunk.startsWith('0')
const standIn = (event: string): Packet => ({ type: PacketType.EVENT, nsp: '/', data: [event] })

/**
 * Socket.IO's parser, except that input for which it would close the connection without a message becomes an event that is
 * counted, so that the client gets one notice.
 * @param maxLength in characters
 */
function createUpParser(maxLength: number) {
  class UpDecoder extends Decoder {
    private hasConnected = false

    override add(chunk: unknown) {
      const fault = this.faultOf(chunk)
      if (fault) this.emitReserved('decoded', standIn(fault))
    }

    private faultOf(chunk: unknown) {
      if (typeof chunk !== 'string' || !acceptedTypes.has(chunk.charAt(0))) return malformedEvent
      if (chunk.length > maxLength) return tooLargeEvent
      if (isForeignNamespace(chunk) || (this.hasConnected && isConnect(chunk))) return malformedEvent
      try {
        super.add(chunk)
        this.hasConnected ||= isConnect(chunk)
        return null
      } catch {
        return malformedEvent
      }
    }
  }
  return { Encoder, Decoder: UpDecoder }
}

/**
 * Whether a request comes from a page of this hub. Browsers always send the origin of a WebSocket, and it is the only
 * protection against other sites. A program without an origin is admitted only with `admitsNone`. With `publicUrls`, pages
 * come from there or from loopback. Without, they come from the address in the Host header if that is an IP address,
 * localhost or `ownHost`: any other name may be one that an attacker has pointed at this hub (DNS rebinding).
 */
export function createOriginCheck(publicUrls: readonly string[], admitsNone: boolean, ownHost = 'localhost') {
  const known = new Set(publicUrls.map((url) => new URL(url).origin))
  const ownNames = ['localhost', ownHost.toLowerCase()]
  const isOwn = (name: string) =>
    known.size > 0 ? loopback.includes(name) : ownNames.includes(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0
  const isSameHost = (origin: string, host: string | undefined) => {
    const page = URL.parse(origin)
    if (page === null || !/^https?:$/.test(page.protocol)) return false
    return page.host === host?.toLowerCase() && isOwn(page.hostname)
  }
  /** Of the last page that was admitted by its host: a thousand pages that reconnect at once send the same. */
  let last: { readonly origin: string; readonly host: string | undefined } | null = null
  return (origin: string | undefined, host: string | undefined): boolean => {
    if (origin === undefined) return admitsNone
    if (known.has(origin) || (last?.origin === origin && last.host === host)) return true
    const isAdmitted = isSameHost(origin, host)
    if (isAdmitted) last = { origin, host }
    return isAdmitted
  }
}

const loopback = ['127.0.0.1', 'localhost', '[::1]']
