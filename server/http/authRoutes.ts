import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Role, roles } from '../../shared/engine/permissions.ts'
import { closeSession, openSession } from '../../shared/features/session/commands.ts'
import { sessionLengthMs } from '../../shared/features/session/session.ts'
import type { Hub } from '../engine/hub.ts'
import { problem } from './httpProblem.ts'
import { newToken, sessionCookie, tokenIn } from './sessionCookie.ts'

interface AuthParts {
  readonly hub: Pick<Hub, 'order'>
  readonly demo: boolean
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
  readonly isSecure: boolean
  readonly sessionKey: (token: string) => string
}

const DemoWish = z.object({ role: z.enum(roles) })

const demoNames: Readonly<Record<Role, string>> = {
  owner: 'Demo Owner',
  admin: 'Demo Admin',
  moderator: 'Demo Moderator',
  player: 'Demo Player',
}

/** Ways in and out. A demo sign-in opens a real session; who signs in anew leaves the old one. */
export function authRoutes(app: FastifyInstance, parts: AuthParts) {
  const { hub, demo, isOurOrigin, isSecure, sessionKey } = parts
  const limited = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

  const isForeign = (request: FastifyRequest) => !isOurOrigin(request.headers.origin, request.headers.host)
  const refuseForeign = (reply: FastifyReply) =>
    problem(reply, 403, 'foreignOrigin', 'This can only be asked from a page of this hub.')
  const end = async (request: FastifyRequest) => {
    const token = tokenIn(request.headers.cookie)
    if (token !== null) await hub.order('sign-in', closeSession.name, { key: sessionKey(token) })
  }

  app.post('/auth/demo', limited, async (request, reply) => {
    if (isForeign(request)) return refuseForeign(reply)
    if (!demo) return problem(reply, 403, 'noDemo', 'Demo sign-in exists only in demo mode.')
    const wish = DemoWish.safeParse(request.body)
    if (!wish.success) return problem(reply, 400, 'badInput', `role: one of ${roles.join(', ')}.`)
    const { role } = wish.data
    const token = newToken()
    const opening = { key: sessionKey(token), accountId: `demo-${role}`, name: demoNames[role], role, demo: true }
    await hub.order('sign-in', openSession.name, opening)
    // Only now: whoever could not be let in anew keeps the session that they had.
    await end(request)
    reply.header('set-cookie', sessionCookie(token, sessionLengthMs, isSecure))
    return { success: true, you: { id: opening.accountId, name: opening.name, role } }
  })

  app.post('/auth/logout', limited, async (request, reply) => {
    if (isForeign(request)) return refuseForeign(reply)
    await end(request)
    reply.header('set-cookie', sessionCookie('', 0, isSecure))
    return { success: true }
  })
}
