import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admitted } from './newcomer.ts'
import { createSignInAnswer } from './signInAnswer.ts'
import { createSignInArrival } from './signInArrival.ts'
import { type Attempt, digestOf, isSame, sealAttempt, unsealAttempt } from './signInAttempt.ts'
import { attemptCookie, attemptIn } from './signInCookie.ts'
import { createSignInOnce, replayMs } from './signInOnce.ts'
import type { SignInParts } from './signInParts.ts'
import type { SignInFailure, SignInProvider } from './signInProvider.ts'
import { signInQuery } from './signInQuery.ts'

const notBegun: SignInFailure = { reason: 'expired', why: 'this browser has begun none, or elsewhere, or too long ago' }
const notOurs: SignInFailure = { reason: 'invalid', why: 'the state is not the one that was sent' }
const over: SignInFailure = { reason: 'expired', why: 'the attempt has been ended before' }

/** Lets in who comes back from a provider: the browser that went there, and once, to whichever node it comes. */
export function createSignInFinish(parts: SignInParts, provider: SignInProvider) {
  const { clock, secret, isSecure } = parts
  const { provider: name } = provider
  const { fail, succeed } = createSignInAnswer(parts, name)
  const arrive = createSignInArrival(parts, provider)
  const once = createSignInOnce<Awaited<ReturnType<typeof arrive>>>(clock)
  const welcome = createWelcome(parts)
  const isIn = createIsIn(parts)
  const cookie = (value: string, maxAgeMs: number) => attemptCookie(value, name, maxAgeMs, isSecure)
  /** The attempt of this browser; null where it has none that leads here. */
  const begun = ({ headers }: FastifyRequest) => {
    const attempt = unsealAttempt(secret(), attemptIn(headers.cookie, name, isSecure) ?? '', name, clock.now())
    return attempt?.returnAddress === `${parts.baseOf(headers.host)}/auth/${name}/return` ? attempt : null
  }
  /** Kept for as long as the same address may be loaded again. */
  const keep = (reply: FastifyReply, { url }: FastifyRequest, attempt: Attempt, account: string) => {
    const ended = attempt.ended ?? { address: digestOf(url), at: clock.now(), account }
    reply.header('set-cookie', cookie(sealAttempt(secret(), { ...attempt, ended }), replayMs))
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const query = signInQuery(request.url)
    const attempt = begun(request)
    if (attempt === null) return fail(reply, '/', notBegun)
    const { state, returnPath, ended } = attempt
    // Anybody can send a browser here: that neither ends nor spoils what it is about.
    if (!isSame(query.get('state') ?? '', state)) return fail(reply, returnPath, notOurs)
    if (isIn(request, attempt)) return succeed(reply, returnPath)
    const outcome = await once(state, request.url, async () => (ended ? over : arrive(request, query, attempt)))
    if (outcome === null) return fail(reply, returnPath, over)
    if ('reason' in outcome) {
      reply.header('set-cookie', cookie('', 0))
      return fail(reply, returnPath, outcome)
    }
    keep(reply, request, attempt, outcome.account)
    return welcome(request, reply, outcome) ? succeed(reply, returnPath) : fail(reply, returnPath, over)
  }
}

/** Whether the address is only loaded again, perhaps at another node, by who came in by it. */
const createIsIn =
  ({ clock, principalOf }: Pick<SignInParts, 'clock' | 'principalOf'>) =>
  ({ url, headers }: FastifyRequest, { ended }: Attempt) =>
    ended?.address === digestOf(url) &&
    clock.now() - ended.at <= replayMs &&
    principalOf({ cookie: headers.cookie, token: undefined }).id === ended.account

/** Gives a session to the browser for which it was opened. False where that would be no sign-in but the end of another one. */
function createWelcome({ principalOf }: Pick<SignInParts, 'principalOf'>) {
  const whoIs = (cookie: string | undefined) => principalOf({ cookie, token: undefined }).id
  return ({ headers }: FastifyRequest, reply: FastifyReply, { account, setCookie }: Admitted) => {
    // The address loaded again, by who is in meanwhile: as the same, perhaps with lent rights, or as somebody else.
    const present = whoIs(headers.cookie)
    if (present !== null) return present === account
    if (whoIs(setCookie.split(';')[0]) !== account) return false
    reply.header('set-cookie', setCookie)
    return true
  }
}
