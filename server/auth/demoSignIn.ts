import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Role, roles } from '../../shared/engine/permissions.ts'
import { demoPlayers } from '../../shared/features/account/account.ts'
import { type Identity, type Provider, providers } from '../../shared/features/account/identity.ts'
import { CommandRefused } from '../engine/execute.ts'
import { demoPersonas } from '../game/simulator/personas.ts'
import { problem } from '../http/httpProblem.ts'
import type { Admission } from './admission.ts'

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
      if (error instanceof CommandRefused && !error.isStorageFailure) return problem(reply, 409, error.code, error.message)
      throw error
    }
  })
}

const demoNames: Readonly<Record<Role, string>> = {
  owner: 'Demo Owner',
  admin: 'Demo Admin',
  moderator: 'Demo Moderator',
  player: 'Demo Player',
}

/** What a provider would say of a demo account: the player whom it plays in the simulator, or its name in the chat. */
export function demoIdentity(role: Role, number: number, provider: Provider): Identity | null {
  const steamId = demoPersona(role, number)
  if (steamId === null) return null
  const displayName = number === 1 ? demoNames[role] : `${demoNames[role]} ${number}`
  if (provider === 'steam')
    return {
      ...{ provider, steamId, displayName, avatar: '', profileUrl: '', realName: '', country: '' },
      accountCreated: 2015,
    }
  const username = displayName.toLowerCase().replaceAll(' ', '_')
  return {
    ...{ provider, discordId: `9${steamId}`, username, discriminator: '0000', displayName, avatar: '' },
    ...{ verified: true, locale: 'en-US', premium_type: 2, fullUsername: username },
  }
}

/** In this order, so that a simulator of few players still has one for each role; the other demo players come after them. */
const firsts: readonly Role[] = ['player', 'moderator', 'admin', 'owner']

/** The SteamID64 that a demo account plays under in the simulator. @param number 1 for the first of a role */
export function demoPersona(role: Role, number: number): string | null {
  if (number === 1) return demoPersonas[firsts.indexOf(role)]?.id ?? null
  if (role !== 'player' || number < 2) return null
  return demoPersonas[firsts.length + number - 2]?.id ?? null
}
