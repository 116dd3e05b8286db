import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { problem } from './httpProblem.ts'

interface HttpParts {
  readonly log: FastifyBaseLogger
  /** People come over https: as the hub itself speaks none, through exactly one web server in front of it. */
  readonly isSecure: boolean
}

/** Only our own scripts; styles may be inline, since the drawing libraries set them on elements. */
const directives = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'", 'ws:', 'wss:'],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
}

/** The HTTP side without its routes. Requests are not logged one by one: a log line must never hold a cookie. */
export async function createHttp({ log, isSecure }: HttpParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 65_536,
    // Only whoever is connected to us is believed, not whom they quote: a number here would believe nobody.
    trustProxy: isSecure && ((_address: string, hop: number) => hop === 0),
    forceCloseConnections: true,
    requestTimeout: 10_000,
    frameworkErrors: (error, _request, reply) => void problem(reply, error.statusCode ?? 400, 'badRequest', badAddress),
    clientErrorHandler: refuseGarbage,
  })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isSecure,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  await app.register(rateLimit, { global: true, max: 600, timeWindow: '1 minute' })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answered = knownProblem(error, reply)
    if (answered) return answered
    log.error({ err: error, path: request.url.split('?')[0] }, 'a request failed')
    return problem(reply, 500, 'failed', 'The hub met a fault of its own. It has been reported.')
  })
  return app
}

const badAddress = 'The address is not one: a % in it must be followed by two hexadecimal digits of UTF-8.'

/** The hub cannot keep anything now, or cannot tell whether it did: not a fault of the request. */
const unkept = ['storageFull', 'unavailable', 'fateUnknown']

function knownProblem(error: FastifyError, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (unkept.includes(error.code)) return problem(reply, 503, error.code, error.message)
  if (status === 429) return problem(reply, 429, 'tooFast', 'Too many requests: wait a moment and try again.')
  if (status < 500) return problem(reply, status, 'badRequest', error.message)
  return null
}

/** What is not HTTP at all, or came too slowly, has no reply object: the answer is written by hand. */
function refuseGarbage({ code }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = isSlow ? '408 Request Timeout' : '400 Bad Request'
  const error = isSlow ? 'The request did not come to its end in time.' : 'The request is not one that HTTP knows.'
  const body = JSON.stringify({ success: false, error, code: 'badRequest' })
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
  else socket.destroy()
}
