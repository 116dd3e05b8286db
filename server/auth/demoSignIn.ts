import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Role, roles } from '../../shared/engine/permissions.ts'
import { demoPlayers } from '../../shared/features/account/account.ts'
import { type Identity, type Provider, providers } from '../../shared/features/account/identity.ts'
import { grantDemoBalances } from '../../shared/features/economy/commands.ts'
import { signIn } from '../../shared/features/session/commands.ts'
import { CommandRefused } from '../engine/dispatch.ts'
import type { Hub } from '../engine/hub.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { demoPersonas } from '../game/simulator/personas.ts'
import { problem } from '../http/problem.ts'
import type { Admission } from './admission.ts'
import { newToken } from './sessionCookie.ts'

interface DemoDeps {
  readonly demo: boolean
  readonly admit: Admission
  readonly hub: Pick<Hub, 'execute'>
}

const DemoRequest = z
  .object({
    role: z.enum(roles),
    number: z.int().min(1).max(demoPlayers).default(1),
    provider: z.enum(providers).default('steam'),
  })
  .refine(({ role, number }) => role === 'player' || number === 1)

const usage = `role: one of ${roles.join(', ')}; number: left out, or for a player from 1 to ${demoPlayers}; provider: left out, steam or discord.`

/** Sign-in without a provider, on a demo hub only: a session of a demo account that is linked to a simulated player. */
export function demoRoutes(app: FastifyInstance, { demo, admit, hub }: DemoDeps) {
  const limited = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

  app.post('/auth/demo', limited, async (request, reply) => {
    if (!demo) return problem(reply, 403, 'noDemo', 'Demo sign-in works only in demo mode.')
    const wanted = DemoRequest.safeParse(request.body)
    if (!wanted.success) return problem(reply, 400, 'badInput', usage)
    const { role, number, provider } = wanted.data
    const identity = demoIdentity(role, number, provider)
    if (identity === null) return problem(reply, 400, 'badInput', usage)
    try {
      // Links the identity if the browser is signed in to the same demo account; otherwise opens another session.
      const newAccount = demoAccount(role, number)
      const { account, setCookie } = await admit(request, { identity, role, demo: true, newAccount })
      await hub.execute('demo', grantDemoBalances.name, { account })
      reply.header('set-cookie', setCookie)
      return { success: true, you: { id: account, name: identity.displayName, role } }
    } catch (error) {
      if (error instanceof CommandRefused && !error.isStorageFailure)
        return problem(reply, 409, error.code, error.message)
      throw error
    }
  })
}

/**
 * A session of an account of the demo for the hub itself, without a browser. The account is created if it is not there.
 * @param number of a player, 1 to `demoPlayers`; 1 for the other roles
 * @returns the account, and the key of the session, whose token is known to no browser
 */
export async function openDemoSession(hub: Pick<Hub, 'execute'>, number: number, role: Role = 'player') {
  const identity = demoIdentity(role, number, 'steam')
  const key = tokenHash(newToken())
  const newAccount = demoAccount(role, number)
  const request = { identity, role, demo: true, current: null, newAccount, key }
  const { account } = signIn.output.parse(await hub.execute('sign-in', signIn.name, request))
  await hub.execute('demo', grantDemoBalances.name, { account })
  return { account, key }
}

const demoAccount = (role: Role, number: number) => (number === 1 ? `demo-${role}` : `demo-${role}-${number}`)

const demoNames: Readonly<Record<Role, string>> = {
  owner: 'Demo Owner',
  admin: 'Demo Admin',
  moderator: 'Demo Moderator',
  player: 'Demo Player',
}

/** The identity of a demo account at a provider; null if there is no such demo account. */
function demoIdentity(role: Role, number: number, provider: Provider): Identity | null {
  const steamId = demoPersona(role, number)
  if (steamId === null) return null
  const displayName = number === 1 ? demoNames[role] : `${demoNames[role]} ${number}`
  if (provider === 'steam')
    return {
      provider,
      steamId,
      displayName,
      avatar: '',
      profileUrl: '',
      realName: '',
      country: '',
      accountCreated: 2015,
    }
  const username = displayName.toLowerCase().replaceAll(' ', '_')
  return {
    provider,
    discordId: `9${steamId}`,
    username,
    discriminator: '0000',
    displayName,
    avatar: '',
    verified: true,
    locale: 'en-US',
    premium_type: 2,
    fullUsername: username,
  }
}

/** In this order, so that a simulator with few players still has one for each role. Further demo players come after them. */
const firstOfRole: readonly Role[] = ['player', 'moderator', 'admin', 'owner']

/** The SteamID64 of a demo account's simulated player. @param number 1 for the first account of a role */
export function demoPersona(role: Role, number: number): string | null {
  if (number === 1) return demoPersonas[firstOfRole.indexOf(role)]?.id ?? null
  if (role !== 'player' || number < 2) return null
  return demoPersonas[firstOfRole.length + number - 2]?.id ?? null
}
