import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { numberText } from '../../shared/engine/numberText.ts'
import { type Clock, systemClock } from '../engine/clock.ts'
import { createLineLimit } from '../engine/lineLimit.ts'
import { addBrowserHeaders, headersWithoutRoute, strictTransport } from './browserHeaders.ts'
import type { RouteDocs } from './openApi.ts'
import { problem } from './problem.ts'
import { createRawAnswer, type RawAnswer } from './rawAnswer.ts'
import { credentialsOf } from './request.ts'
import { comesDirectly, limitRequests } from './requestRates.ts'

export interface HttpDeps {
  readonly log: FastifyBaseLogger
  /** The public URL is https. The hub itself speaks plain HTTP, so there is a reverse proxy. */
  readonly isSecure: boolean
  /** The client address of a request, as for sockets; the default is the peer's address. */
  readonly addressOf?: (request: IncomingMessage) => string | null
  readonly isOurOrigin: OriginCheck
  readonly clock?: Pick<Clock, 'monotonic'>
  readonly timeouts?: Timeouts
}

/** How long a connection may take, in ms. */
export interface Timeouts {
  /** From opening a connection, or from the first byte of a further request, to the end of the request's headers. */
  readonly headersMs: number
  /** The same, to the end of the body. */
  readonly requestMs: number
  /** Between two requests. Longer than reverse proxies keep theirs, so that none sends a request into a closing connection. */
  readonly keepAliveMs: number
  /** Without a byte in either direction, as with a client that does not read its answer. Sockets have pings instead. */
  readonly stalledMs: number
  /** How often headersMs and requestMs are checked. Node's own 30 s would add as much to each of them. */
  readonly checkEveryMs: number
}

const usualTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 10_000,
  keepAliveMs: 72_000,
  stalledMs: 120_000,
  checkEveryMs: 1_000,
}

/** Bytes, for routes without a limit of their own. */
const usualBodyLimit = 65_536

type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean

/** A route of the hub, for tests that try every one of them. */
export interface ServedRoute {
  readonly method: string
  readonly url: string
  readonly docs: RouteDocs | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes, in the order in which they were added. */
    readonly served: readonly ServedRoute[]
  }
  interface FastifyContextConfig {
    /** The body is plain text instead of JSON. */
    readonly takesText?: boolean
    /** The body, of this type, carries a signature that the route checks: no token is needed. Pages of other origins are refused all the same. */
    readonly signedBody?: 'application/json' | 'application/x-www-form-urlencoded'
  }
}

/** The HTTP server without routes. Requests are not logged: a log line must never contain a cookie. */
export async function createHttp({
  log,
  isSecure,
  addressOf,
  isOurOrigin,
  clock = systemClock,
  timeouts = usualTimeouts,
}: HttpDeps): Promise<FastifyInstance> {
  const answerRaw = createRawAnswer(isSecure)
  const failures = createLineLimit(clock)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: usualBodyLimit,
    // Forwarded headers are read by addressOf only.
    trustProxy: false,
    forceCloseConnections: true,
    ...connectionOptions(timeouts),
    frameworkErrors(error, _request, reply) {
      reply.headers({ ...headersWithoutRoute, ...strictTransport(isSecure) })
      problem(reply, error.statusCode ?? 400, 'badRequest', badUrl)
    },
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
      if (error.code !== 'ECONNRESET' && !socket.destroyed) answerRaw(socket, unreadable(error))
    },
  })
  listRoutes(app)
  if (addressOf) app.addHook('onRequest', async (request) => setAddress(request, addressOf(request.raw)))
  await addBrowserHeaders(app, isSecure)
  await limitRequests(app)
  app.addHook('onRequest', async ({ headers, raw }, reply) => {
    // HTTP/1.0, in which load balancers ask for /health, has no such header.
    if (headers.host === undefined && raw.httpVersion !== '1.0')
      return problem(reply, 400, 'badRequest', 'The request has no Host header.')
  })
  protectWrites(app, isOurOrigin)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answered = answerKnownError(error, reply)
    if (answered) return answered
    const line = failures(request.routeOptions.url ?? 'no route', request.ip)
    if (line) log.error({ err: error, path: request.routeOptions.url, ...line }, 'a request failed')
    return problem(reply, 500, 'failed', 'The hub had an internal error. The error is in its log.')
  })
  return app
}

/** The options of Fastify and of Node's server that concern connections. */
const connectionOptions = (timeouts: Timeouts) => ({
  requestTimeout: timeouts.requestMs,
  keepAliveTimeout: timeouts.keepAliveMs,
  connectionTimeout: timeouts.stalledMs,
  http: {
    // Node swaps the two limits if the one of the headers is longer.
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    // Refused by a hook instead, with the headers that every answer has.
    requireHostHeader: false,
    // Any other Upgrade header is ignored, as HTTP demands, and the request answered like every other.
    shouldUpgradeCallback: ({ url, headers }: IncomingMessage) =>
      isSocketUrl(url) && headers.upgrade?.toLowerCase() === 'websocket',
  },
})

const isSocketUrl = (url = '') => url.startsWith('/socket.io/')

function listRoutes(app: FastifyInstance) {
  const served: ServedRoute[] = []
  app.decorate('served', served)
  app.addHook('onRoute', ({ url, method, config }) => {
    for (const one of [method].flat()) served.push({ method: one, url, docs: config?.docs })
  })
}

/** Makes `request.ip` the address that sockets use as well. */
function setAddress(request: FastifyRequest, address: string | null) {
  Object.defineProperty(request, 'ip', { value: address ?? request.ip ?? '' })
}

const badUrl = 'The address is not valid: each % in it must be followed by two hexadecimal digits of UTF-8.'

/** The store refuses writes, or its outcome is unknown: not a fault of the request. */
const storageProblems = ['storageFull', 'unavailable', 'fateUnknown']

function answerKnownError(error: FastifyError, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (storageProblems.includes(error.code)) return problem(reply, 503, error.code, error.message)
  if (status === 429) {
    // A client that goes on needs a new connection for each request, so that it costs the hub less. A reverse proxy shares its own.
    if (comesDirectly(reply.request)) reply.header('connection', 'close')
    return problem(reply, 429, 'tooFast', 'Too many requests. Wait a moment and try again.')
  }
  if (status === 413) return problem(reply, 413, 'badRequest', tooLarge(reply.request))
  if (status < 500) return problem(reply, status, 'badRequest', error.message)
  return null
}

function tooLarge({ routeOptions: { bodyLimit = usualBodyLimit }, headers }: FastifyRequest) {
  const length = Number(headers['content-length'])
  return `The body is too large, at most ${numberText(bodyLimit)} bytes.${length > bodyLimit ? ` It has ${numberText(length)}.` : ''}`
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Checks every request that may change something, before its route is reached: it comes from a page of this hub, or from a
 * program without an origin that sends a token, which no browser adds by itself; and its body is JSON, which no form can send.
 */
function protectWrites(app: FastifyInstance, isOurOrigin: OriginCheck) {
  app.addHook('onRequest', async (request, reply) => {
    if (readMethods.has(request.method)) return
    if (!isOurs(request, isOurOrigin)) return refuseOrigin(reply)
    if (!hasExpectedType(request)) return refuseType(reply, expectedType(request))
  })
}

function isOurs({ headers, routeOptions }: FastifyRequest, isOurOrigin: OriginCheck) {
  if (headers.origin === undefined)
    return credentialsOf(headers).token !== undefined || routeOptions.config?.signedBody !== undefined
  return isOurOrigin(headers.origin, headers.host)
}

const expectedType = ({ routeOptions }: FastifyRequest) =>
  routeOptions.config?.signedBody ?? (routeOptions.config?.takesText ? 'text/plain' : 'application/json')

function hasExpectedType(request: FastifyRequest) {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  return type.trim() === '' || type.trim().toLowerCase() === expectedType(request)
}

const refuseOrigin = (reply: FastifyReply) =>
  problem(
    reply,
    403,
    'foreignOrigin',
    'Only pages of this hub, and programs with an API token, can do this. If this is the address of the hub itself, its owner must set PUBLIC_URL to it.',
  )

const refuseType = (reply: FastifyReply, expected: string) =>
  problem(reply, 415, 'wrongType', `The body must be ${expected}, and its content-type must say so.`)

function unreadable({ code }: NodeJS.ErrnoException): RawAnswer {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, code: 'badRequest', error: 'The request was not complete in time.' }
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, code: 'badRequest', error: 'The headers of the request are longer than 16 kB together.' }
  return { status: 400, code: 'badRequest', error: 'The request is not valid HTTP.' }
}
