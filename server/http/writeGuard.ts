import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { credentialsOf } from '../auth/http/credentialsOf.ts'
import { problem } from './httpProblem.ts'

export type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is plain text and not JSON. */
    readonly takesText?: boolean
  }
}

const readsOnly = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Before any route that may change something is even looked into: it is asked from a page of this hub, or by a program that
 * names no page and shows a token, which no browser adds by itself. And what it says is JSON, which no form can send.
 */
export function guardWrites(app: FastifyInstance, isOurOrigin: OriginCheck) {
  app.addHook('onRequest', async (request, reply) => {
    if (readsOnly.has(request.method)) return
    if (!isOurs(request, isOurOrigin)) return foreign(reply)
    if (!isReadable(request)) return unreadable(reply, wantedBy(request))
  })
}

function isOurs({ headers }: FastifyRequest, isOurOrigin: OriginCheck) {
  if (headers.origin === undefined) return credentialsOf(headers).token !== undefined
  return isOurOrigin(headers.origin, headers.host)
}

const wantedBy = ({ routeOptions }: FastifyRequest) =>
  routeOptions.config?.takesText ? 'text/plain' : 'application/json'

function isReadable(request: FastifyRequest) {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  return type.trim() === '' || type.trim().toLowerCase() === wantedBy(request)
}

const foreign = (reply: FastifyReply) =>
  problem(
    reply,
    403,
    'foreignOrigin',
    'This can only be asked from a page of this hub, or by a program that shows an API token.',
  )

const unreadable = (reply: FastifyReply, wanted: string) =>
  problem(reply, 415, 'wrongType', `The body has to be ${wanted}, and its content-type has to say so.`)
