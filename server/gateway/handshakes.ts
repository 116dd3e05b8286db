import { EventEmitter } from 'node:events'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { fullBucket, type Rate, type TokenBucket, takeToken, tokensIn } from '../engine/budgets.ts'
import type { Clock } from '../engine/clock.ts'
import { networkOf } from '../engine/network.ts'
import type { GatewayMetrics } from './metrics.ts'

/** Why a handshake is refused, as an HTTP answer. */
export interface HandshakeRefusal {
  readonly status: number
  readonly code: string
  readonly error: string
}

/** Answers a refused handshake and closes its connection. */
export type RefuseHandshake = (socket: Duplex, refusal: HandshakeRefusal) => void

interface HandshakeDeps {
  readonly server: HttpServer
  /** Decides on a handshake whose form is right. Null admits it. */
  decide(request: IncomingMessage): Promise<HandshakeRefusal | null> | HandshakeRefusal | null
  /** Whether the network of a request may ask for another connection now. */
  isWithinRate(request: IncomingMessage): boolean
  readonly refuse: RefuseHandshake
  readonly metrics: Pick<GatewayMetrics, 'handshake'>
}

/**
 * The WebSocket handshakes of an HTTP server, as a server for Socket.IO to listen to. It gets only those that it will accept: its own
 * refusals have no headers, and it would answer every other request below its path as well.
 */
export function acceptedHandshakes({ server, decide, isWithinRate, refuse, metrics }: HandshakeDeps): HttpServer {
  const accepted = new EventEmitter()
  const faultOf = (request: IncomingMessage) => {
    const isTooFast = !isWithinRate(request)
    const fault = isTooFast ? tooManyHandshakes : formFault(request)
    if (fault) metrics.handshake(isTooFast ? 'tooFast' : 'malformed')
    return fault
  }
  server.on('upgrade', async (request, socket, head) => {
    // The client may leave at any time until Socket.IO listens.
    const ignore = () => {}
    socket.on('error', ignore)
    const refusal = faultOf(request) ?? (await decide(request))
    if (refusal) return refuse(socket, refusal)
    // Engine.IO's first packet follows the answer at once: both leave in one write, at the end of this turn's promises.
    socket.cork()
    accepted.emit('upgrade', request, socket, head)
    process.nextTick(() => socket.uncork())
    socket.off('error', ignore)
  })
  server.on('close', () => accepted.emit('close'))
  // Socket.IO uses nothing else of a server that it is given.
  return accepted as HttpServer
}

/** What is wrong with a handshake by itself: Socket.IO and the WebSocket library refuse the same. Null if nothing is. */
export function formFault({
  method,
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): HandshakeRefusal | null {
  const query = url === usualUrl ? usualQuery : URL.parse(url, 'http://hub')?.searchParams
  if (!query || !url.startsWith('/socket.io/')) return { status: 404, code: 'notFound', error: elsewhere }
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return badHandshake(notAWebSocket)
  if (!/^[+/0-9a-z]{22}==$/i.test(headers['sec-websocket-key'] ?? '')) return badHandshake(notAWebSocket)
  if (!/^(13|8)$/.test(headers['sec-websocket-version'] ?? '')) return badHandshake(notAWebSocket)
  if (headers['sec-websocket-protocol'] !== undefined) return badHandshake(noProtocols)
  if (query.get('EIO') !== '4' || query.get('transport') !== 'websocket') return badHandshake(otherVersion)
  // With one transport there is nothing to upgrade.
  if (query.has('sid')) return badHandshake(notNew)
  return null
}

/** What Socket.IO's client asks for: it need not be parsed for each connection. */
const usualUrl = '/socket.io/?EIO=4&transport=websocket'
const usualQuery = new URL(usualUrl, 'http://hub').searchParams

const badHandshake = (error: string): HandshakeRefusal => ({ status: 400, code: 'badRequest', error })
const elsewhere = 'WebSockets can connect only to /socket.io/.'
const notAWebSocket =
  'This is not a WebSocket handshake: it needs GET with Sec-WebSocket-Key and Sec-WebSocket-Version 13.'
const noProtocols = 'Sub-protocols are not supported: leave Sec-WebSocket-Protocol out.'
const otherVersion =
  'The address has to say EIO=4&transport=websocket: use a Socket.IO client of version 4 with WebSockets.'
const notNew = 'Open a new connection, without sid.'
const tooManyHandshakes: HandshakeRefusal = {
  status: 429,
  code: 'tooFast',
  error: 'Too many connection requests from this address. Wait a moment.',
}

/** Networks that are kept in memory. Beyond this number the one that was quiet for longest is dropped. */
const mostNetworks = 10_000

/**
 * Limits how often each network asks this node for a connection, whatever the answer: a handshake costs more than a refusal. Loopback
 * is limited as well.
 * @param rate perSecond 0 for no limit
 */
export function createHandshakeRate(rate: Rate, clock: Pick<Clock, 'monotonic'>) {
  const buckets = new Map<string, TokenBucket>()
  const dropIdle = (now: number) => {
    for (const [network, bucket] of buckets) {
      if (buckets.size <= mostNetworks && tokensIn(bucket, rate, now) < rate.burst) return
      buckets.delete(network)
    }
  }
  return (address: string | null): boolean => {
    if (rate.perSecond === 0) return true
    const network = networkOf(address ?? '')
    const now = clock.monotonic()
    const bucket = buckets.get(network) ?? fullBucket(rate, now)
    buckets.delete(network)
    buckets.set(network, bucket)
    const isWithin = takeToken(bucket, rate, now)
    dropIdle(now)
    return isWithin
  }
}
