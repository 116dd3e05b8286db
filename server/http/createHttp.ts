import type { IncomingMessage } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { networkOf } from '../engine/networkOf.ts'
import { bareRules, browserRules, transportRule } from './browserRules.ts'
import { problem } from './httpProblem.ts'
import { refuseGarbage } from './refuseGarbage.ts'
import { guardWrites, type OriginCheck } from './writeGuard.ts'

interface HttpParts {
  readonly log: FastifyBaseLogger
  /** People come over https: as the hub itself speaks none, through a web server in front of it. */
  readonly isSecure: boolean
  /** Where a request comes from: the sockets go by the same. Left out: from whoever is connected. */
  readonly addressOf?: (request: IncomingMessage) => string | null
  readonly isOurOrigin: OriginCheck
}

/** The HTTP side without its routes. Requests are not logged one by one: a log line must never hold a cookie. */
export async function createHttp({ log, isSecure, addressOf, isOurOrigin }: HttpParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 65_536,
    // What web servers in front say is believed about the address alone, and by addressOf.
    trustProxy: false,
    forceCloseConnections: true,
    requestTimeout: 10_000,
    frameworkErrors(error, _request, reply) {
      if (isSecure) reply.header('strict-transport-security', `max-age=${transportRule.maxAge}; includeSubDomains`)
      problem(reply.headers(bareRules), error.statusCode ?? 400, 'badRequest', badAddress)
    },
    clientErrorHandler: refuseGarbage,
  })
  if (addressOf) app.addHook('onRequest', async (request) => standAt(request, addressOf(request.raw)))
  await browserRules(app, isSecure)
  await app.register(rateLimit, {
    global: true,
    max: 600,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
    // A page is a good twenty files of the build: a house full of players, who share an address, must not shut itself out.
    allowList: ({ method, url }) => method === 'GET' && url.startsWith('/assets/'),
  })
  guardWrites(app, isOurOrigin)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answered = knownProblem(error, reply)
    if (answered) return answered
    log.error({ err: error, path: request.url.split('?')[0] }, 'a request failed')
    return problem(reply, 500, 'failed', 'The hub met a fault of its own. It has been reported.')
  })
  return app
}

/** From here on `request.ip` is the address that the sockets go by. */
function standAt(request: FastifyRequest, address: string | null) {
  Object.defineProperty(request, 'ip', { value: address ?? request.ip ?? '' })
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
