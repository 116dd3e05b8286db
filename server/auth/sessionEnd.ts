import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { closeSession } from '../../shared/features/session/commands.ts'
import type { Clock } from '../engine/clock.ts'
import { CommandRefused } from '../engine/execute.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, type Principal, tokenEndedMessage } from '../engine/principal.ts'
import { credentialsOf } from '../http/credentialsOf.ts'
import { problem } from '../http/httpProblem.ts'
import { wantsPage } from '../http/wantsPage.ts'
import { createSessionCookie } from './sessionCookie.ts'

/** For a browser that was told that its session has ended: what is in force meanwhile, by another page, is not ended. */
const OnlyEnded = z.object({ onlyEnded: z.literal(true) })

interface AuthParts {
  readonly hub: Pick<Hub, 'execute'>
  readonly isSecure: boolean
  readonly principalOf: (credentials: Credentials) => Principal
  readonly sessionKey: (token: string) => string
}

const notEnded =
  'This browser is signed out, but the hub could not end the session: what else holds its cookie can use it still.'

/** The way out. */
export function authRoutes(app: FastifyInstance, { hub, isSecure, principalOf, sessionKey }: AuthParts) {
  const cookie = createSessionCookie(isSecure)
  const limited = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

  app.post('/auth/logout', limited, async (request, reply) => {
    const shown = { cookie: request.headers.cookie, token: undefined }
    if (OnlyEnded.safeParse(request.body).success && principalOf(shown).id !== null) return { success: true }
    const token = cookie.read(shown.cookie)
    // First, and whatever becomes of the rest: the browser at least has nothing any more.
    reply.header('set-cookie', cookie.write('', 0))
    try {
      if (token !== null) await hub.execute('sign-in', closeSession.name, { key: sessionKey(token) })
    } catch (error) {
      if (error instanceof CommandRefused && error.isStorageFailure)
        return problem(reply, 503, error.code, `${notEnded} ${error.message}`)
      throw error
    }
    return { success: true }
  })
}

interface EndedParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<FastifyBaseLogger, 'info'>
  readonly isSecure: boolean
  readonly principalOf: (credentials: Credentials) => Principal
  readonly sessionKey: (token: string) => string
  /** Whether it is sure of what opens nothing here that it opens nothing anywhere. */
  readonly isSure: (credentials: Credentials) => boolean
}

const isCall = (url: string) => /^\/api(\/|\?|$)/.test(url)
const isDoor = (url: string) => /^\/auth\//.test(url)

/**
 * A program whose token has ended is told so wherever it calls; a browser whose session has ended is answered as a guest, and
 * loses its cookie with the next page. Either is written down. After the limits of the routes: telling costs a look-up.
 */
export function tellEnded(app: FastifyInstance, { isSecure, principalOf, sessionKey, isSure, ...parts }: EndedParts) {
  const cookie = createSessionCookie(isSecure)
  const note = createEndedNotes(parts)
  /** Which of the two was shown and opens nothing. */
  const endedOf = ({ cookie: cookies, token }: Credentials) => {
    const shown = token ?? cookie.read(cookies)
    const credentials = { cookie: cookies, token }
    if (shown === null || principalOf(credentials).id !== null || !isSure(credentials)) return null
    const what = token === undefined ? 'session' : 'token'
    note(what, sessionKey(shown))
    return what
  }
  app.addHook('preHandler', async (request, reply) => {
    const { url, headers } = request
    const ended = endedOf(credentialsOf(headers))
    if (ended === 'token' && isCall(url)) return problem(reply, 401, 'tokenEnded', tokenEndedMessage)
    const isPage = wantsPage(request) && !isCall(url) && !isDoor(url)
    if (ended === 'session' && isPage) reply.header('set-cookie', cookie.write('', 0))
  })
  app.server.on('upgrade', ({ headers }) => void endedOf(credentialsOf(headers)))
}

interface NoteParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<FastifyBaseLogger, 'info'>
}

const noteEveryMs = 60_000
/** Whoever invents one after the other fills no log. */
const mostNoted = 100

const words = {
  session: 'a session cookie was shown that is unknown here, or whose session has ended',
  token: 'a token was shown that is unknown here, or has ended or was revoked',
} as const

/** Writes down that somebody shows what opens nothing: by the beginning of its hash, and each at most once a minute. */
export function createEndedNotes({ clock, log }: NoteParts) {
  const notedAt = new Map<string, number>()
  const forgetOld = (now: number) => {
    for (const [name, at] of notedAt) if (now - at >= noteEveryMs) notedAt.delete(name)
  }
  /** @param hash of what was shown */
  return (what: keyof typeof words, hash: string) => {
    const now = clock.now()
    const name = `${what} ${hash.slice(0, 8)}`
    if (notedAt.size >= mostNoted || notedAt.has(name)) forgetOld(now)
    if (notedAt.size >= mostNoted || notedAt.has(name)) return
    notedAt.set(name, now)
    log.info({ hash: hash.slice(0, 8) }, words[what])
  }
}
