import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { networkOf } from '../engine/network.ts'
import { addBrowserHeaders, headersWithoutRoute, transportSecurity } from './browserHeaders.ts'
import { problem } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface HttpDeps {
  readonly log: FastifyBaseLogger
  /** The public URL is https. The hub itself speaks plain HTTP, so there is a reverse proxy. */
  readonly isSecure: boolean
  /** The client address of a request, as for sockets; the default is the peer's address. */
  readonly addressOf?: (request: IncomingMessage) => string | null
  readonly isOurOrigin: OriginCheck
}

type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is plain text instead of JSON. */
    readonly takesText?: boolean
  }
}

/** The HTTP server without routes. Requests are not logged: a log line must never contain a cookie. */
export async function createHttp({ log, isSecure, addressOf, isOurOrigin }: HttpDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 65_536,
    // Forwarded headers are read by addressOf only.
    trustProxy: false,
    forceCloseConnections: true,
    requestTimeout: 10_000,
    frameworkErrors(error, _request, reply) {
      if (isSecure) reply.header('strict-transport-security', `max-age=${transportSecurity.maxAge}; includeSubDomains`)
      problem(reply.headers(headersWithoutRoute), error.statusCode ?? 400, 'badRequest', badUrl)
    },
    clientErrorHandler: refuseUnreadable,
  })
  if (addressOf) app.addHook('onRequest', async (request) => setAddress(request, addressOf(request.raw)))
  await addBrowserHeaders(app, isSecure)
  await app.register(rateLimit, {
    global: true,
    max: 600,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
    // A page loads about twenty files of the build: many players behind one address must not use up their limit.
    allowList: ({ method, url }) => method === 'GET' && url.startsWith('/assets/'),
  })
  protectWrites(app, isOurOrigin)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answered = answerKnownError(error, reply)
    if (answered) return answered
    log.error({ err: error, path: request.url.split('?')[0] }, 'a request failed')
    return problem(reply, 500, 'failed', 'The hub met a fault of its own. It has been reported.')
  })
  return app
}

/** Makes `request.ip` the address that sockets use as well. */
function setAddress(request: FastifyRequest, address: string | null) {
  Object.defineProperty(request, 'ip', { value: address ?? request.ip ?? '' })
}

const badUrl = 'The address is not one: a % in it must be followed by two hexadecimal digits of UTF-8.'

/** The store refuses writes, or its outcome is unknown: not a fault of the request. */
const storageProblems = ['storageFull', 'unavailable', 'fateUnknown']

function answerKnownError(error: FastifyError, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (storageProblems.includes(error.code)) return problem(reply, 503, error.code, error.message)
  if (status === 429) return problem(reply, 429, 'tooFast', 'Too many requests: wait a moment and try again.')
  if (status < 500) return problem(reply, status, 'badRequest', error.message)
  return null
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

function isOurs({ headers }: FastifyRequest, isOurOrigin: OriginCheck) {
  if (headers.origin === undefined) return credentialsOf(headers).token !== undefined
  return isOurOrigin(headers.origin, headers.host)
}

const expectedType = ({ routeOptions }: FastifyRequest) =>
  routeOptions.config?.takesText ? 'text/plain' : 'application/json'

function hasExpectedType(request: FastifyRequest) {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  return type.trim() === '' || type.trim().toLowerCase() === expectedType(request)
}

const refuseOrigin = (reply: FastifyReply) =>
  problem(
    reply,
    403,
    'foreignOrigin',
    'This can only be asked from a page of this hub, or by a program that shows an API token.',
  )

const refuseType = (reply: FastifyReply, expected: string) =>
  problem(reply, 415, 'wrongType', `The body has to be ${expected}, and its content-type has to say so.`)

/** For input that is not HTTP or arrives too slowly. Fastify has no reply object for it: the answer is written to the socket. */
function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = isSlow ? '408 Request Timeout' : '400 Bad Request'
  const error = isSlow ? 'The request did not come to its end in time.' : 'The request is not one that HTTP knows.'
  const body = JSON.stringify({ success: false, error, code: 'badRequest' })
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
  else socket.destroy()
}
