import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from '../../engine/clock.ts'
import type { Credentials } from '../../engine/credentials.ts'
import type { Principal } from '../../engine/principal.ts'
import { tokenEnded } from '../../engine/tokenEnded.ts'
import { problem } from '../../http/httpProblem.ts'
import { wantsPage } from '../../http/wantsPage.ts'
import { credentialsOf } from './credentialsOf.ts'
import { createEndedNotes } from './endedNotes.ts'
import { createSessionCookie } from './sessionCookie.ts'

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
    if (ended === 'token' && isCall(url)) return problem(reply, 401, 'tokenEnded', tokenEnded)
    const isPage = wantsPage(request) && !isCall(url) && !isDoor(url)
    if (ended === 'session' && isPage) reply.header('set-cookie', cookie.write('', 0))
  })
  app.server.on('upgrade', ({ headers }) => void endedOf(credentialsOf(headers)))
}
