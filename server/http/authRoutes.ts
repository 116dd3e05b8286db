import type { FastifyInstance } from 'fastify'
import { closeSession } from '../../shared/features/session/commands.ts'
import type { Hub } from '../engine/hub.ts'
import { problem } from './httpProblem.ts'
import { createSessionCookie } from './sessionCookie.ts'

interface AuthParts {
  readonly hub: Pick<Hub, 'order'>
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
  readonly isSecure: boolean
  readonly sessionKey: (token: string) => string
}

/** The way out. */
export function authRoutes(app: FastifyInstance, { hub, isOurOrigin, isSecure, sessionKey }: AuthParts) {
  const cookie = createSessionCookie(isSecure)
  const limited = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

  app.post('/auth/logout', limited, async (request, reply) => {
    if (!isOurOrigin(request.headers.origin, request.headers.host))
      return problem(reply, 403, 'foreignOrigin', 'This can only be asked from a page of this hub.')
    const token = cookie.read(request.headers.cookie)
    if (token !== null) await hub.order('sign-in', closeSession.name, { key: sessionKey(token) })
    reply.header('set-cookie', cookie.write('', 0))
    return { success: true }
  })
}
