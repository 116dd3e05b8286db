import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { closeSession } from '../../shared/features/session/commands.ts'
import type { Clock } from '../engine/clock.ts'
import { CommandRefused } from '../engine/dispatch.ts'
import type { Hub } from '../engine/hub.ts'
import { createLineLimit } from '../engine/lineLimit.ts'
import { type Credentials, type Principal, tokenEndedMessage } from '../engine/principal.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { problem } from '../http/problem.ts'
import { credentialsOf, isApi, routedPath, wantsPage } from '../http/request.ts'
import { createSessionCookie } from './sessionCookie.ts'

interface SignOutDeps {
  readonly hub: Pick<Hub, 'execute'>
  readonly isSecure: boolean
  readonly principalOf: (credentials: Credentials) => Principal
  /** Whether credentials that are unknown here are also unknown to every other node. */
  readonly isUnknownEverywhere: (credentials: Credentials) => boolean
}

/** Sent by a page whose session has ended: does nothing if another page has signed in since, or another node may know the session. */
const OnlyEnded = z.object({ onlyEnded: z.literal(true) })

const notEnded =
  'This browser is logged out, but the hub could not end the session. Anything else with its cookie can still use it.'

const undecided = 'The hub cannot check this session at the moment. It was not ended.'

/** Signs out: closes the session and removes its cookie. */
export function signOutRoute(app: FastifyInstance, deps: SignOutDeps) {
  const { hub, isSecure, principalOf, isUnknownEverywhere } = deps
  const cookie = createSessionCookie(isSecure)
  const limited = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

  app.post('/auth/logout', limited, async (request, reply) => {
    const credentials = { cookie: request.headers.cookie, token: undefined }
    if (OnlyEnded.safeParse(request.body).success) {
      if (principalOf(credentials).id !== null) return { success: true }
      if (!isUnknownEverywhere(credentials)) return problem(reply, 409, 'undecided', undecided)
    }
    const token = cookie.read(credentials.cookie)
    // First, so that the browser loses its cookie even if closing the session fails.
    reply.header('set-cookie', cookie.write('', 0))
    try {
      if (token !== null) await hub.execute('sign-in', closeSession.name, { key: tokenHash(token) })
    } catch (error) {
      if (error instanceof CommandRefused && error.isStorageFailure)
        return problem(reply, 503, error.code, `${notEnded} ${error.message}`)
      throw error
    }
    return { success: true }
  })
}

interface EndedCredentialsDeps {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Pick<FastifyBaseLogger, 'info'>
  readonly isSecure: boolean
  readonly principalOf: (credentials: Credentials) => Principal
  /** The address of a WebSocket's handshake, which is not a request of Fastify's. */
  readonly addressOf: (request: IncomingMessage) => string | null
  /** Whether credentials that are unknown here are also unknown to every other node. */
  readonly isUnknownEverywhere: (credentials: Credentials) => boolean
}

/** A command mod shows a token of its own, which its routes have checked by then. */
const isMod = (path: string) => path.startsWith('/mod/:folder/')
const isAuth = (path: string) => /^\/auth\//.test(path)

/**
 * Handles credentials that have ended: an API request with a token is refused, a page request with a session cookie is served to a
 * guest and removes the cookie. Both are logged, once per address and minute. Runs after the rate limits of the routes, because it looks up the credentials.
 */
export function refuseEndedCredentials(app: FastifyInstance, deps: EndedCredentialsDeps) {
  const { clock, log, isSecure, principalOf, addressOf, isUnknownEverywhere } = deps
  const cookie = createSessionCookie(isSecure)
  const lines = createLineLimit(clock)

  /** Which credential was sent and has ended; null if none. */
  const endedCredential = (credentials: Credentials, address: string | null) => {
    const sent = credentials.token ?? cookie.read(credentials.cookie)
    if (sent === null || principalOf(credentials).id !== null || !isUnknownEverywhere(credentials)) return null
    const kind = credentials.token === undefined ? 'session' : 'token'
    const line = lines(kind, address)
    if (line) log.info({ hash: tokenHash(sent).slice(0, 8), ...line }, messages[kind])
    return kind
  }
  app.addHook('preHandler', async (request, reply) => {
    const { headers, ip } = request
    const path = routedPath(request)
    if (isMod(path)) return
    const ended = endedCredential(credentialsOf(headers), ip)
    if (ended === 'token' && isApi(path)) return problem(reply, 401, 'tokenEnded', tokenEndedMessage)
    const isPage = wantsPage(request) && !isApi(path) && !isAuth(path)
    if (ended === 'session' && isPage) reply.header('set-cookie', cookie.write('', 0))
  })
  app.server.on('upgrade', (request) => void endedCredential(credentialsOf(request.headers), addressOf(request)))
}

const messages = {
  session: 'a session cookie is unknown, or its session has ended',
  token: 'a token is unknown, has ended or was revoked',
} as const
