import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Role } from '../../shared/engine/permissions.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import {
  beginPasswordAttempt,
  elevateSession,
  openGate,
  recordWrongPassword,
  withdrawPasswordAttempt,
} from '../../shared/features/session/commands.ts'
import { type Gate, gateNames, longestSecret } from '../../shared/features/session/session.ts'
import type { Clock } from '../engine/clock.ts'
import { CommandRefused } from '../engine/dispatch.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { problem } from '../http/problem.ts'
import { credentialsOf } from '../http/request.ts'
import type { PasswordName, Verdict } from './passwords.ts'
import { createSessionCookie, newToken } from './sessionCookie.ts'

interface ElevationDeps {
  readonly hub: Pick<Hub, 'execute'>
  readonly clock: Pick<Clock, 'now'>
  readonly isSecure: boolean
  readonly principalOf: (credentials: Credentials) => Principal
  readonly checkPassword: (name: PasswordName, secret: string) => Promise<Verdict>
}

const elevatableRoles = ['owner', 'admin', 'moderator'] as const

const Secret = z.string().min(1).max(longestSecret)
const ElevationRequest = z.union([
  z.strictObject({ role: z.enum(elevatableRoles), password: Secret }),
  z.strictObject({ ownerKey: Secret }),
  z.strictObject({ gate: z.enum(gateNames), code: Secret }),
])
type ElevationRequest = z.infer<typeof ElevationRequest>

const usage =
  'role: one of owner, admin, moderator, with its password; or gate: challenges or events, with its code; or ownerKey alone.'
/** The session that asks. */
interface ElevationCaller {
  readonly accountId: string
  /** Public id. */
  readonly session: string
  readonly token: string
}

/** Elevates a session to a role, for the role's password or for the owner key, or opens a gate to it, for the gate's code. */
export function elevationRoute(app: FastifyInstance, deps: ElevationDeps) {
  const { callerOf, limitedCheck, elevate, enter } = createElevation(deps)
  const limited = { config: { rateLimit: { max: 30, timeWindow: '1 minute' } } }

  app.post('/auth/raise', limited, async (request, reply) => {
    const caller = callerOf(request, reply)
    if (caller === null) return reply
    const wanted = ElevationRequest.safeParse(request.body)
    if (!wanted.success) return problem(reply, 400, 'badInput', usage)
    const verdict = await limitedCheck(request, caller, wanted.data)
    if (verdict === 'limited') return problem(reply, 429, 'tooManyGuesses', engineRefusals.tooManyGuesses)
    if (verdict === 'busy')
      return problem(reply, 503, 'busy', 'Many passwords are being checked. Try again in a moment.')
    if (verdict === 'wrong') return problem(reply, 403, 'invalidPassword', wrongPasswordText(wanted.data))
    if ('gate' in wanted.data) return enter(reply, caller, wanted.data.gate)
    return elevate(reply, caller, roleOf(wanted.data))
  })
}

function createElevation({ hub, clock, isSecure, principalOf, checkPassword }: ElevationDeps) {
  const cookie = createSessionCookie(isSecure)

  /** Refuses a guest, a program with a token, and a user who views the site as a role. */
  function callerOf({ headers }: FastifyRequest, reply: FastifyReply): ElevationCaller | null {
    const refuse = (status: number, code: string, text: string) => {
      problem(reply, status, code, text)
      return null
    }
    const principal = principalOf(credentialsOf(headers))
    const token = cookie.read(headers.cookie)
    if (principal.id === null) return refuse(401, 'signedOut', 'Sign in first.')
    if (!principal.session || token === null)
      return refuse(403, 'notASession', 'You can do this only on a page, not with a token.')
    if (principal.session.viewing !== null) return refuse(403, 'readOnly', engineRefusals.readOnly)
    return { accountId: principal.id, session: principal.session.id, token }
  }

  /** The id of an attempt, which counts as wrong for now; null above the limit. Attempts for all roles and at all nodes count together. */
  async function beginAttempt(accountId: string, address: string) {
    try {
      const answer = await hub.execute('sign-in', beginPasswordAttempt.name, { accountId, address })
      return beginPasswordAttempt.output.parse(answer).attempt
    } catch (error) {
      if (error instanceof CommandRefused && error.code === 'tooMany') return null
      throw error
    }
  }

  async function limitedCheck(
    { ip, headers, log }: FastifyRequest,
    { accountId, session }: ElevationCaller,
    wanted: ElevationRequest,
  ) {
    const attempt = await beginAttempt(accountId, ip.slice(0, 60))
    if (attempt === null) return 'limited' as const
    const verdict = await checkPassword(nameOf(wanted), secretOf(wanted))
    if (verdict !== 'wrong') await hub.execute('sign-in', withdrawPasswordAttempt.name, { attempt })
    else {
      log.warn({ account: accountId, wanted: nameOf(wanted) }, 'a wrong password for the rights of a role')
      await hub.execute('sign-in', recordWrongPassword.name, {
        accountId,
        wanted: nameOf(wanted),
        address: ip.slice(0, 60),
        session,
        agent: clientOf(ip, headers['user-agent']).agent ?? '',
      })
    }
    return verdict
  }

  /** The session gets another token: a stolen copy of the old one gains nothing. */
  async function renew(reply: FastifyReply, { token }: ElevationCaller, command: Elevating, wanted: object) {
    const next = newToken()
    const input = { key: tokenHash(token), newKey: tokenHash(next), ...wanted }
    try {
      const { until, endsAt } = command.output.parse(await hub.execute('sign-in', command.name, input))
      reply.header('set-cookie', cookie.write(next, endsAt - clock.now()))
      return { until }
    } catch (error) {
      if (!(error instanceof CommandRefused && error.code === 'gone')) throw error
      problem(reply, 401, 'gone', error.message)
      return null
    }
  }
  async function elevate(reply: FastifyReply, caller: ElevationCaller, role: Role) {
    const renewed = await renew(reply, caller, elevateSession, { role })
    return renewed ? { success: true, role, ...renewed, message: `Role upgraded to ${role}!` } : reply
  }
  async function enter(reply: FastifyReply, caller: ElevationCaller, gate: Gate) {
    const renewed = await renew(reply, caller, openGate, { gate })
    return renewed ? { success: true, gate, ...renewed, message: gateTexts[gate].granted } : reply
  }
  return { callerOf, limitedCheck, elevate, enter }
}

type Elevating = typeof elevateSession | typeof openGate

const nameOf = (wanted: ElevationRequest): PasswordName =>
  'ownerKey' in wanted ? 'ownerKey' : 'gate' in wanted ? wanted.gate : wanted.role
/** The code of the challenges is a species, however it is written: its hash is that of the code in lower case. */
const secretOf = (wanted: ElevationRequest): string => {
  if ('ownerKey' in wanted) return wanted.ownerKey
  if (!('gate' in wanted)) return wanted.password
  return wanted.gate === 'challenges' ? wanted.code.trim().toLowerCase() : wanted.code
}
const roleOf = (wanted: Exclude<ElevationRequest, { gate: Gate }>): Role =>
  'ownerKey' in wanted ? 'owner' : wanted.role

const gateTexts: Readonly<Record<Gate, { readonly granted: string; readonly wrong: string }>> = {
  challenges: {
    granted: 'Admin access granted! Welcome to the Challenge Generator.',
    wrong: 'Invalid species code. Access denied.',
  },
  events: { granted: 'Admin access granted!', wrong: 'Invalid admin password' },
}
function wrongPasswordText(wanted: ElevationRequest) {
  if ('gate' in wanted) return gateTexts[wanted.gate].wrong
  return 'ownerKey' in wanted ? 'Invalid owner key. Access denied.' : '❌ Invalid password'
}

interface ElevationOptionsDeps {
  readonly principalOf: (credentials: Credentials) => Principal
  /** Whether the configuration has a hash of that name. */
  readonly isSet: (name: PasswordName) => boolean
}

/** Which passwords the hub has, so that a page offers no form that cannot work. */
export function elevationOptionsRoute(app: FastifyInstance, { principalOf, isSet }: ElevationOptionsDeps) {
  app.get('/auth/raisable', async ({ headers }, reply) => {
    if (principalOf(credentialsOf(headers)).id === null) return problem(reply, 401, 'signedOut', 'Sign in first.')
    return { roles: elevatableRoles.filter(isSet), ownerKey: isSet('ownerKey'), gates: gateNames.filter(isSet) }
  })
}
