import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Role, roles } from '../../shared/engine/permissions.ts'
import { signIn } from '../../shared/features/account/commands.ts'
import { demoPlayers } from '../../shared/features/account/demoPlayers.ts'
import { type Identity, providers } from '../../shared/features/account/identity.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import { OrderRefused } from '../engine/orderRefused.ts'
import type { Seat } from '../engine/seat.ts'
import { credentialsOf } from './credentialsOf.ts'
import { problem } from './httpProblem.ts'
import type { Admission } from './newcomer.ts'

interface DemoParts {
  readonly hub: Pick<Hub, 'order'>
  readonly demo: boolean
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
  readonly admit: Admission
  readonly seatOf: (credentials: Credentials) => Seat
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
export function demoRoutes(app: FastifyInstance, { hub, demo, isOurOrigin, admit, seatOf, personaOf }: DemoParts) {
  const limited = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

  app.post('/auth/demo', limited, async (request, reply) => {
    if (!isOurOrigin(request.headers.origin, request.headers.host))
      return problem(reply, 403, 'foreignOrigin', 'This can only be asked from a page of this hub.')
    if (!demo) return problem(reply, 403, 'noDemo', 'Demo sign-in exists only in demo mode.')
    const wish = DemoWish.safeParse(request.body)
    if (!wish.success) return problem(reply, 400, 'badInput', wishes)
    const { role, number, provider } = wish.data
    const identity = personaOf(role, number, provider)
    if (identity === null) return problem(reply, 400, 'badInput', wishes)
    const id = demoAccount(role, number)
    // Whoever is in as the same already links the other account; anyone else comes in anew.
    const { id: standing } = seatOf(credentialsOf(request.headers))
    const current = standing === id ? id : null
    try {
      await hub.order('sign-in', signIn.name, { identity, demo: true, current, newAccount: id })
    } catch (error) {
      if (error instanceof OrderRefused) return problem(reply, 409, error.code, error.message)
      throw error
    }
    await admit(request, reply, { accountId: id, role, demo: true, provider })
    return { success: true, you: { id, name: identity.displayName, role } }
  })
}
