import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { problem } from './httpProblem.ts'

interface HttpParts {
  readonly log: FastifyBaseLogger
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
    trustProxy: isSecure,
  })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isSecure,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  await app.register(rateLimit, { global: true, max: 600, timeWindow: '1 minute' })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 429) return problem(reply, 429, 'tooFast', 'Too many requests: wait a moment and try again.')
    if (status < 500) return problem(reply, status, 'badRequest', error.message)
    log.error({ err: error, path: request.url.split('?')[0] }, 'a request failed')
    return problem(reply, 500, 'failed', 'The hub met a fault of its own. It has been reported.')
  })
  return app
}
