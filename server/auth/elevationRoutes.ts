import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Role } from '../../shared/engine/permissions.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import { recordWrongPassword, elevateSession } from '../../shared/features/session/commands.ts'
import { type Caller, createAttemptLimit, type LimitedCommand } from '../engine/attemptLimit.ts'
import type { Clock } from '../engine/clock.ts'
import { CommandRefused } from '../engine/execute.ts'
import type { Hub } from '../engine/hub.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import { credentialsOf } from '../http/credentialsOf.ts'
import { problem } from '../http/httpProblem.ts'
import { createSessionCookie, newToken } from './sessionCookie.ts'

type PasswordName = 'ownerKey' | 'owner' | 'admin' | 'moderator'

interface RaiseParts {
  readonly hub: Pick<Hub, 'execute'>
  readonly clock: Pick<Clock, 'now'>
  readonly isSecure: boolean
  readonly principalOf: (credentials: Credentials) => Principal
  readonly sessionKey: (token: string) => string
  readonly check: (name: PasswordName, secret: string) => Promise<'right' | 'wrong' | 'busy'>
}

const Secret = z.string().min(1).max(1_024)
const Wish = z.union([
  z.strictObject({ role: z.enum(['owner', 'admin', 'moderator']), password: Secret }),
  z.strictObject({ ownerKey: Secret }),
])
type Wish = z.infer<typeof Wish>

const wishes = 'role: one of owner, admin, moderator, with its password; or ownerKey alone.'
/** Counted together, whatever is tried: by account, and by network. */
const guessing: LimitedCommand = { name: 'session.elevate', attemptLimit: { refusals: ['wrong'], perMinute: 5 } }

/** Somebody who sits in a session, and in which. */
interface Raiser {
  readonly accountId: string
  readonly token: string
}

/** Lends the rights of a role to a session, for a password that only the hub's owner can have given. */
export function raiseRoutes(app: FastifyInstance, parts: RaiseParts) {
  const limited = { config: { rateLimit: { max: 30, timeWindow: '1 minute' } } }
  const raiserOf = createRaiserOf(parts)
  const guess = createGuess(parts)
  const raise = createRaise(parts)

  app.post('/auth/raise', limited, async (request, reply) => {
    const raiser = raiserOf(request, reply)
    if (raiser === null) return reply
    const wish = Wish.safeParse(request.body)
    if (!wish.success) return problem(reply, 400, 'badInput', wishes)
    const verdict = await guess(request, raiser, wish.data)
    if (verdict === 'spent') return problem(reply, 429, 'tooManyGuesses', engineRefusals.tooManyGuesses)
    if (verdict === 'busy')
      return problem(reply, 503, 'busy', 'Many passwords are being checked: try again in a moment.')
    if (verdict === 'wrong') return problem(reply, 403, 'invalidPassword', wrongWords(wish.data))
    return raise(reply, raiser, roleOf(wish.data))
  })
}

const nameOf = (wish: Wish): PasswordName => ('ownerKey' in wish ? 'ownerKey' : wish.role)
const roleOf = (wish: Wish): Role => ('ownerKey' in wish ? 'owner' : wish.role)
const wrongWords = (wish: Wish) => ('ownerKey' in wish ? 'Invalid owner key. Access denied.' : '❌ Invalid password')

/** Who asks from a page, in a session, and not while they view the site as a role; answers all others itself. */
function createRaiserOf({ principalOf, isSecure }: RaiseParts) {
  const cookie = createSessionCookie(isSecure)
  return ({ headers }: FastifyRequest, reply: FastifyReply): Raiser | null => {
    const refuse = (status: number, code: string, words: string) => {
      problem(reply, status, code, words)
      return null
    }
    const principal = principalOf(credentialsOf(headers))
    const token = cookie.read(headers.cookie)
    if (principal.id === null) return refuse(401, 'signedOut', 'Sign in first.')
    if (!principal.session || token === null)
      return refuse(403, 'notASession', 'This is done from a page, not by a program.')
    if (principal.session.viewing !== null) return refuse(403, 'readOnly', engineRefusals.readOnly)
    return { accountId: principal.id, token }
  }
}

/** Looks whether it is right. A try counts as wrong until it is known to be right: many at once are no way around the limit. */
function createGuess({ hub, clock, check }: RaiseParts) {
  const guesses = createAttemptLimit()
  return async ({ ip, log }: FastifyRequest, { accountId }: Raiser, wish: Wish) => {
    const guesser: Caller = { account: accountId, address: ip }
    const at = clock.now()
    if (guesses.isExceeded(guessing, guesser, at)) return 'spent' as const
    guesses.count(guessing, guesser, 'wrong', at)
    const verdict = await check(nameOf(wish), 'ownerKey' in wish ? wish.ownerKey : wish.password)
    if (verdict !== 'wrong') guesses.uncount(guessing, guesser, at)
    else {
      log.warn({ account: accountId, wanted: nameOf(wish) }, 'a wrong password for the rights of a role')
      const address = ip.slice(0, 60)
      await hub.execute('sign-in', recordWrongPassword.name, { accountId, wanted: nameOf(wish), address })
    }
    return verdict
  }
}

/** A session with more rights has another token: whoever had got hold of the old one has nothing of it. */
function createRaise({ hub, clock, sessionKey, isSecure }: RaiseParts) {
  const cookie = createSessionCookie(isSecure)
  return async (reply: FastifyReply, { token }: Raiser, role: Role) => {
    const next = newToken()
    const wanted = { key: sessionKey(token), next: sessionKey(next), role }
    try {
      const raised = elevateSession.output.parse(await hub.execute('sign-in', elevateSession.name, wanted))
      reply.header('set-cookie', cookie.write(next, raised.endsAt - clock.now()))
      return { success: true, role, until: raised.until, message: `Role upgraded to ${role}!` }
    } catch (error) {
      if (error instanceof CommandRefused && error.code === 'gone') return problem(reply, 401, 'gone', error.message)
      throw error
    }
  }
}

const raisable = ['owner', 'admin', 'moderator'] as const

interface RaisableParts {
  readonly principalOf: (credentials: Credentials) => Principal
  /** Whether the configuration holds a hash of that name. */
  readonly isSet: (name: (typeof raisable)[number] | 'ownerKey') => boolean
}

/** Which passwords there are on this hub at all, so that nobody is offered a form that cannot work. */
export function raisableRoute(app: FastifyInstance, { principalOf, isSet }: RaisableParts) {
  app.get('/auth/raisable', async ({ headers }, reply) => {
    if (principalOf(credentialsOf(headers)).id === null) return problem(reply, 401, 'signedOut', 'Sign in first.')
    return { roles: raisable.filter(isSet), ownerKey: isSet('ownerKey') }
  })
}
