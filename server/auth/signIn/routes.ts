import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSignInReason, type SignInReason } from '../../../shared/features/account/signIn.ts'
import type { Clock } from '../../engine/clock.ts'
import { CommandRefused } from '../../engine/dispatch.ts'
import { createLineLimit } from '../../engine/lineLimit.ts'
import type { Credentials, Principal } from '../../engine/principal.ts'
import type { Admission, Admitted } from '../admission.ts'
import { arrivalAt, queryOf, returnPathOf } from './addresses.ts'
import {
  type Attempt,
  attemptCookie,
  attemptIn,
  attemptLengthMs,
  createEndOnce,
  digestOf,
  isSame,
  newAttempt,
  replayMs,
  sealAttempt,
  unsealAttempt,
} from './attempt.ts'
import type { SignInFailure, SignInProvider } from './provider.ts'

const startsPerMinute = 30
/** More than starts: a return address may be loaded again. */
const returnsPerMinute = 60

const notConfigured: SignInFailure = { reason: 'notConfigured', why: 'nothing is configured for this provider' }
const readOnly: SignInFailure = { reason: 'readOnly', why: 'the site is viewed as a role' }
const noPublicUrl: SignInFailure = {
  reason: 'noPublicUrl',
  why: 'The hub does not know the address at which people reach it: PUBLIC_URL is missing from its configuration. Its owner must set it, for example PUBLIC_URL=https://hub.example.org, and restart the hub.',
}
const notBegun: SignInFailure = {
  reason: 'expired',
  why: 'this browser started none, or started it elsewhere or too long ago',
}
const wrongState: SignInFailure = { reason: 'invalid', why: 'the state is not the one that was sent, or occurs twice' }
const endedBefore: SignInFailure = { reason: 'expired', why: 'the attempt has been ended before' }

export interface SignInDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Signs the attempts that browsers carry. */
  secret(): Buffer
  readonly isSecure: boolean
  readonly baseOf: (host: string | undefined) => string | null
  readonly admit: Admission
  readonly principalOf: (credentials: Credentials) => Principal
}

/** The two addresses of a sign-in: to the provider and back. Every outcome leads to a page, never to JSON. */
export function signInRoutes(app: FastifyInstance, deps: SignInDeps, provider: SignInProvider) {
  const path = `/auth/${provider.provider}`
  const { start, finish, startPage, limitOnPage } = createSignIn(deps, provider, path)
  app.get(path, { ...limitedTo(startsPerMinute), errorHandler: limitOnPage(wantedPath) }, start)
  app.get(`${path}/return`, { ...limitedTo(returnsPerMinute), errorHandler: limitOnPage(startPage) }, finish)
}

function createSignIn(deps: SignInDeps, provider: SignInProvider, path: string) {
  const { clock, log, secret, isSecure, baseOf, admit, principalOf } = deps
  const { provider: name } = provider
  const failures = createLineLimit(clock)
  const endOnce = createEndOnce<Admitted | SignInFailure>(clock)

  function start(request: FastifyRequest, reply: FastifyReply) {
    const { headers } = request
    const returnPath = wantedPath(request)
    const base = baseOf(headers.host)
    if (base === null) return fail(reply, returnPath, noPublicUrl)
    if (!provider.isConfigured) return fail(reply, returnPath, notConfigured)
    const { session } = principalOf({ cookie: headers.cookie, token: undefined })
    // A view that begins later is refused on return.
    if (session?.viewing) return fail(reply, returnPath, readOnly)
    const returnAddress = `${base}${path}/return`
    const attempt = newAttempt({ provider: name, returnAddress, returnPath, startedAt: clock.now() })
    reply.header('set-cookie', cookie(sealAttempt(secret(), attempt), attemptLengthMs))
    return redirect(reply, provider.startAddress(attempt))
  }

  /** Signs in the browser that returns from the provider: only the one that began the sign-in, once, at any node. */
  async function finish(request: FastifyRequest, reply: FastifyReply) {
    const query = queryOf(request.url)
    const attempt = carriedAttempt(request)
    if (attempt?.returnAddress !== `${baseOf(request.headers.host)}${path}/return`) return fail(reply, '/', notBegun)
    const { state, returnPath, ended } = attempt
    // Any site can send a browser here: a wrong state neither ends nor spoils the attempt.
    const states = query.getAll('state')
    if (states.length !== 1 || !isSame(states[0] ?? '', state)) return fail(reply, returnPath, wrongState)
    if (isReload(request, attempt)) return succeed(reply, returnPath)
    const outcome = await endOnce(state, request.url, async () =>
      ended ? endedBefore : identifyAndAdmit(request, query, attempt),
    )
    if (outcome === null) return fail(reply, returnPath, endedBefore)
    if ('reason' in outcome) {
      reply.header('set-cookie', cookie('', 0))
      return fail(reply, returnPath, outcome)
    }
    keepEnded(reply, request, attempt, outcome.account)
    return giveSession(request, reply, outcome) ? succeed(reply, returnPath) : fail(reply, returnPath, endedBefore)
  }

  /** Turns every refusal into a reason. */
  async function identifyAndAdmit(request: FastifyRequest, query: URLSearchParams, attempt: Attempt) {
    try {
      const identity = await provider.identify(query, attempt)
      if ('reason' in identity) return identity
      const digest = digestOf(attempt.state)
      return await admit(request, { identity, role: 'player', demo: false, newAccount: null, attempt: digest })
    } catch (error) {
      const reason = error instanceof CommandRefused ? reasonOf(error.code) : null
      if (reason !== null) return { reason, why: (error as CommandRefused).message }
      // Without the message, which could quote the user's identity.
      const { name: fault, code } = error as NodeJS.ErrnoException
      const line = failures('fault', request.ip)
      if (line) log.error({ provider: name, fault, code, ...line }, 'the hub could not complete a sign-in')
      return { reason: 'unavailable' as const, why: 'the hub could not let them in' }
    }
  }

  /** The attempt of this browser; null without a valid one. */
  const carriedAttempt = ({ headers }: FastifyRequest) =>
    unsealAttempt(secret(), attemptIn(headers.cookie, name, isSecure) ?? '', name, clock.now())

  /** The user who signed in loads the return address again, perhaps at another node. */
  const isReload = ({ url, headers }: FastifyRequest, { ended }: Attempt) =>
    ended?.address === digestOf(url) && clock.now() - ended.at <= replayMs && userOf(headers.cookie) === ended.account

  /** Marks the attempt as ended, for as long as the return address may be loaded again. */
  function keepEnded(reply: FastifyReply, { url }: FastifyRequest, attempt: Attempt, account: string) {
    const ended = attempt.ended ?? { address: digestOf(url), at: clock.now(), account }
    reply.header('set-cookie', cookie(sealAttempt(secret(), { ...attempt, ended }), replayMs))
  }

  /** Gives the session to the browser. False if the browser is signed in as another user, or if the session has ended since. */
  function giveSession({ headers }: FastifyRequest, reply: FastifyReply, { account, setCookie }: Admitted) {
    // On a reload the browser may have a newer session of the same user, perhaps an elevated one: it keeps that.
    const present = userOf(headers.cookie)
    if (present !== null) return present === account
    if (userOf(setCookie.split(';')[0]) !== account) return false
    reply.header('set-cookie', setCookie)
    return true
  }

  const userOf = (cookies: string | undefined) => principalOf({ cookie: cookies, token: undefined }).id
  const cookie = (value: string, maxAgeMs: number) => attemptCookie(value, name, maxAgeMs, isSecure)
  const succeed = (reply: FastifyReply, page: string) =>
    redirect(reply, arrivalAt(page, { auth: 'success', provider: name }))
  /** Does not log: clients can cause this at any rate. */
  const turnAway = (reply: FastifyReply, page: string, reason: SignInReason) =>
    redirect(reply, arrivalAt(page, { auth: 'failed', provider: name, reason }))
  function fail(reply: FastifyReply, page: string, { reason, why }: SignInFailure) {
    const line = failures(reason, reply.request.ip)
    if (line) log.warn({ provider: name, reason, why, ...line }, 'a sign-in failed')
    return turnAway(reply, page, reason)
  }
  /** Shows a rate limit on the page; other errors are answered as everywhere. */
  const limitOnPage =
    (pageOf: (request: FastifyRequest) => string) =>
    (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      error.statusCode === 429 ? turnAway(reply, pageOf(request), 'tooFast') : reply.send(error)

  /** The page where the returning browser started. */
  const startPage = (request: FastifyRequest) => carriedAttempt(request)?.returnPath ?? '/'

  return { start, finish, startPage, limitOnPage }
}

const wantedPath = ({ url }: FastifyRequest) => returnPathOf(queryOf(url).get('return'))

/** 303 makes the browser use GET. The response is not cached, and the page does not see the address as its referrer. */
const redirect = (reply: FastifyReply, address: string) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303)

/**
 * By address and route: all users of a household share an address. A HEAD request would use up the attempt without an answer to
 * show.
 */
const limitedTo = (perMinute: number) => ({
  exposeHeadRoute: false,
  config: { rateLimit: { max: perMinute, timeWindow: '1 minute' } },
})

function reasonOf(code: string): SignInReason | null {
  if (code === 'viewing') return 'readOnly'
  if (code === 'used') return 'expired'
  return isSignInReason(code) ? code : null
}
