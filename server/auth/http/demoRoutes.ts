import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Role, roles } from '../../../shared/engine/permissions.ts'
import { demoPlayers } from '../../../shared/features/account/demoPlayers.ts'
import { type Identity, providers } from '../../../shared/features/account/identity.ts'
import { OrderRefused } from '../../engine/orderRefused.ts'
import { problem } from '../../http/httpProblem.ts'
import type { Admission } from './newcomer.ts'

interface DemoParts {
  readonly demo: boolean
  readonly admit: Admission
  readonly personaOf: (role: Role, number: number, provider: Identity['provider']) => Identity | null
}

const DemoWish = z
  .object({
    role: z.enum(roles),
    number: z.int().min(1).max(demoPlayers).default(1),
    provider: z.enum(providers).default('steam'),
  })
  .refine(({ role, number }) => role === 'player' || number === 1)

const wishes = `role: one of ${roles.join(', ')}; number: left out, or for a player from 1 to ${demoPlayers}; provider: left out, steam or discord.`

/** The first of a role goes by the role alone. */
const demoAccount = (role: Role, number: number) => (number === 1 ? `demo-${role}` : `demo-${role}-${number}`)

/** The demo's way in: a real session of an account that the demo has made, with a real link to a player of the simulator. */
export function demoRoutes(app: FastifyInstance, { demo, admit, personaOf }: DemoParts) {
  const limited = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

  app.post('/auth/demo', limited, async (request, reply) => {
    if (!demo) return problem(reply, 403, 'noDemo', 'Demo sign-in exists only in demo mode.')
    const wish = DemoWish.safeParse(request.body)
    if (!wish.success) return problem(reply, 400, 'badInput', wishes)
    const { role, number, provider } = wish.data
    const identity = personaOf(role, number, provider)
    if (identity === null) return problem(reply, 400, 'badInput', wishes)
    const id = demoAccount(role, number)
    try {
      // Whoever is in as the same already links the other account; anyone else comes in anew.
      const { account, setCookie } = await admit(request, { identity, role, demo: true, newAccount: id })
      reply.header('set-cookie', setCookie)
      return { success: true, you: { id: account, name: identity.displayName, role } }
    } catch (error) {
      if (error instanceof OrderRefused && !error.isOfTheStore) return problem(reply, 409, error.code, error.message)
      throw error
    }
  })
}
