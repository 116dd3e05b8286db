import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Role, roles } from '../../shared/engine/permissions.ts'
import { tellAccount } from '../../shared/features/account/commands.ts'
import { demoPlayers } from '../../shared/features/account/demoPlayers.ts'
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
  /** SteamID64 of whom a demo account plays, if there is one. */
  readonly personaOf: (role: Role, number: number) => string | null
}

const DemoWish = z
  .object({ role: z.enum(roles), number: z.int().min(1).max(demoPlayers).default(1) })
  .refine(({ role, number }) => role === 'player' || number === 1)

const wishes = `role: one of ${roles.join(', ')}; number: left out, or for a player from 1 to ${demoPlayers}.`

const demoNames: Readonly<Record<Role, string>> = {
  owner: 'Demo Owner',
  admin: 'Demo Admin',
  moderator: 'Demo Moderator',
  player: 'Demo Player',
}

/** The first of a role goes by the role alone. */
const demoAccount = (role: Role, number: number) => ({
  id: number === 1 ? `demo-${role}` : `demo-${role}-${number}`,
  name: number === 1 ? demoNames[role] : `${demoNames[role]} ${number}`,
})

/** Ways in and out. A demo sign-in opens a real session; who signs in anew leaves the old one. */
export function authRoutes(app: FastifyInstance, parts: AuthParts) {
  const { hub, demo, isOurOrigin, isSecure, sessionKey, personaOf } = parts
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
    if (!wish.success) return problem(reply, 400, 'badInput', wishes)
    const { role, number } = wish.data
    const { id, name } = demoAccount(role, number)
    const token = newToken()
    // First: nobody must be able to act before it is known who they are.
    await hub.order('sign-in', tellAccount.name, { account: id, name, steamId: personaOf(role, number) })
    await hub.order('sign-in', openSession.name, { key: sessionKey(token), accountId: id, name, role, demo: true })
    // Only now: whoever could not be let in anew keeps the session that they had.
    await end(request)
    reply.header('set-cookie', sessionCookie(token, sessionLengthMs, isSecure))
    return { success: true, you: { id, name, role } }
  })

  app.post('/auth/logout', limited, async (request, reply) => {
    if (isForeign(request)) return refuseForeign(reply)
    await end(request)
    reply.header('set-cookie', sessionCookie('', 0, isSecure))
    return { success: true }
  })
}
