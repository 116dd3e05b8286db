import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from './problem.ts'
import { credentialsOf } from './request.ts'

interface ModBridgeDeps {
  /** What the mod sends as `Authorization: Bearer …`. */
  readonly token: string
  /** Null on a node that does not lead: it has no commands, and must give none. */
  mailbox(): { fetch(): string; answer(body: string): void } | null
}

/** The mod asks once a second or less; each of its results is one request, up to one for each player of a bulk command. */
const rate = { rateLimit: { max: 1_200, timeWindow: '1 minute' } }
/** Results have some hundred bytes. */
const mostBytes = 16_000
const retrySeconds = 5

/** The addresses of the mod's config.json, below the address of the hub. They follow from the token, and are as secret. */
export function modBridgePaths(token: string) {
  const folder = `/mod/${createHash('sha256').update(`path of ${token}`).digest('base64url').slice(0, 24)}`
  return { commands: `${folder}/commands`, results: `${folder}/results` }
}

/** Where a CommandBridge mod fetches its commands and posts their results. */
export function modBridgeRoutes(app: FastifyInstance, { token, mailbox }: ModBridgeDeps) {
  const paths = modBridgePaths(token)
  const isSecret = (given: string | undefined, wanted: string) =>
    timingSafeEqual(digestOf(given ?? ''), digestOf(wanted)) && given !== undefined
  const check = async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, url } = request
    reply.header('cache-control', 'no-store')
    const [path] = url.split('?')
    if (!isSecret(path, paths.commands) && !isSecret(path, paths.results))
      return problem(reply, 404, 'notFound', 'There is nothing at this address.')
    if (isSecret(credentialsOf(headers).token, token)) return
    reply.header('www-authenticate', 'Bearer')
    return problem(reply, 401, 'badToken', 'inputAuthHeader of config.json does not hold the token of this hub.')
  }
  const open = (reply: FastifyReply) => {
    const opened = mailbox()
    if (!opened)
      void problem(
        reply.header('retry-after', retrySeconds),
        503,
        'unavailable',
        'Another node of the hub has the commands. Try again in a moment.',
      )
    return opened
  }

  app.register(async (scope) => {
    // As text: the mods write some lines that are not strict JSON.
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.get(
      '/mod/:folder/commands',
      { exposeHeadRoute: false, config: rate, onRequest: check },
      async (_request, reply) => {
        const opened = open(reply)
        if (!opened) return reply
        return reply.type('application/x-ndjson; charset=utf-8').send(opened.fetch())
      },
    )
    scope.post<{ Body: string | null }>(
      '/mod/:folder/results',
      { config: rate, bodyLimit: mostBytes, onRequest: check },
      async ({ body }, reply) => {
        const opened = open(reply)
        if (!opened) return reply
        opened.answer(body ?? '')
        return reply.code(204).send()
      },
    )
  })
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
