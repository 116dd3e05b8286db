import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { closeSession } from '../../../shared/features/session/commands.ts'
import type { Credentials } from '../../engine/credentials.ts'
import type { Hub } from '../../engine/hub.ts'
import { OrderRefused } from '../../engine/orderRefused.ts'
import type { Principal } from '../../engine/principal.ts'
import { problem } from '../../http/httpProblem.ts'
import { createSessionCookie } from './sessionCookie.ts'

/** For a browser that was told that its session has ended: what is in force meanwhile, by another page, is not ended. */
const OnlyEnded = z.object({ onlyEnded: z.literal(true) })

interface AuthParts {
  readonly hub: Pick<Hub, 'order'>
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
      if (token !== null) await hub.order('sign-in', closeSession.name, { key: sessionKey(token) })
    } catch (error) {
      if (error instanceof OrderRefused && error.isOfTheStore)
        return problem(reply, 503, error.code, `${notEnded} ${error.message}`)
      throw error
    }
    return { success: true }
  })
}
