import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from '../../../shared/features/account/identity.ts'
import { isSignInReason, type SignInReason } from '../../../shared/features/account/signIn.ts'
import type { Clock } from '../../engine/clock.ts'
import { CommandRefused } from '../../engine/execute.ts'
import type { Credentials, Principal } from '../../engine/principal.ts'
import type { Admission, Admitted } from '../admission.ts'
import { arrivalAt, returnPathOf, signInQuery } from './addresses.ts'
import {
  type Attempt,
  attemptCookie,
  attemptIn,
  attemptLengthMs,
  createSignInOnce,
  digestOf,
  isSame,
  newAttempt,
  replayMs,
  sealAttempt,
  unsealAttempt,
} from './attempt.ts'
import type { SignInFailure, SignInProvider } from './provider.ts'

export interface SignInParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Signs what browsers carry. */
  secret(): Buffer
  readonly isSecure: boolean
  readonly baseOf: (host: string | undefined) => string | null
  readonly admit: Admission
  readonly principalOf: (credentials: Credentials) => Principal
}

const startsPerMinute = 30
/** The page may be loaded again, and each has to come back that set out. */
const returnsPerMinute = 60

/** The way to a provider and back, as full pages: whatever becomes of it, a person ends on a page and not on JSON. */
export function signInRoutes(app: FastifyInstance, parts: SignInParts, provider: SignInProvider) {
  const path = `/auth/${provider.provider}`
  const toldOnPage = createToldOnPage(parts, provider)
  const wanted = ({ url }: FastifyRequest) => returnPathOf(signInQuery(url).get('return'))
  app.get(
    path,
    { ...signInLimit(startsPerMinute), errorHandler: toldOnPage(wanted) },
    createSignInStart(parts, provider),
  )
  const begun = createBegun(parts, provider)
  const ofReturn = { ...signInLimit(returnsPerMinute), errorHandler: toldOnPage(begun) }
  app.get(`${path}/return`, ofReturn, createSignInFinish(parts, provider))
}

/** Who is too fast is told so on the page; every other fault is answered as anywhere. */
function createToldOnPage(parts: SignInParts, { provider }: SignInProvider) {
  const { turnAway } = createSignInAnswer(parts, provider)
  return (pathOf: (request: FastifyRequest) => string) =>
    (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      error.statusCode === 429 ? turnAway(reply, pathOf(request), 'tooFast') : reply.send(error)
}

/** The page from which the browser set out that comes back. */
function createBegun({ secret, isSecure, clock }: SignInParts, { provider }: SignInProvider) {
  return ({ headers }: FastifyRequest) => {
    const sealed = attemptIn(headers.cookie, provider, isSecure) ?? ''
    return unsealAttempt(secret(), sealed, provider, clock.now())?.returnPath ?? '/'
  }
}

const notConfigured: SignInFailure = { reason: 'notConfigured', why: 'nothing is configured for this provider' }
const readOnly: SignInFailure = { reason: 'readOnly', why: 'the site is viewed as a role' }
const noPublicUrl: SignInFailure = {
  reason: 'noPublicUrl',
  why: 'The hub does not know under which address people reach it: PUBLIC_URL is missing in its configuration. Its owner sets it, as PUBLIC_URL=https://hub.example.org, and starts the hub again.',
}

/** Sends a browser to a provider, with something in its hand by which it is known when it comes back. */
function createSignInStart(parts: SignInParts, { provider, isConfigured, startAddress }: SignInProvider) {
  const { clock, secret, isSecure, baseOf, principalOf } = parts
  const { fail } = createSignInAnswer(parts, provider)

  return ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const returnPath = returnPathOf(signInQuery(url).get('return'))
    const base = baseOf(headers.host)
    if (base === null) return fail(reply, returnPath, noPublicUrl)
    if (!isConfigured) return fail(reply, returnPath, notConfigured)
    const { session } = principalOf({ cookie: headers.cookie, token: undefined })
    // Told before they go there; whoever begins a view on the way is refused when they come back.
    if (session?.viewing) return fail(reply, returnPath, readOnly)
    const returnAddress = `${base}/auth/${provider}/return`
    const attempt = newAttempt({ provider, returnAddress, returnPath, startedAt: clock.now() })
    reply.header('set-cookie', attemptCookie(sealAttempt(secret(), attempt), provider, attemptLengthMs, isSecure))
    return sendTo(reply, startAddress(attempt))
  }
}

const notBegun: SignInFailure = { reason: 'expired', why: 'this browser has begun none, or elsewhere, or too long ago' }
const notOurs: SignInFailure = { reason: 'invalid', why: 'the state is not the one that was sent' }
const over: SignInFailure = { reason: 'expired', why: 'the attempt has been ended before' }

/** Lets in who comes back from a provider: the browser that went there, and once, to whichever node it comes. */
function createSignInFinish(parts: SignInParts, provider: SignInProvider) {
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

/** Asks the provider who has come, and lets them in. Says every "no" as a reason. */
const createSignInArrival =
  ({ admit, log }: Pick<SignInParts, 'admit' | 'log'>, { provider, identify }: SignInProvider) =>
  async (request: FastifyRequest, query: URLSearchParams, attempt: Attempt): Promise<Admitted | SignInFailure> => {
    try {
      const identity = await identify(query, attempt)
      if ('reason' in identity) return identity
      return await admit(request, {
        identity,
        role: 'player',
        demo: false,
        newAccount: null,
        attempt: digestOf(attempt.state),
      })
    } catch (error) {
      const reason = error instanceof CommandRefused ? reasonOf(error.code) : null
      if (reason !== null) return { reason, why: (error as CommandRefused).message }
      // Its words could quote who has come.
      const { name, code } = error as NodeJS.ErrnoException
      log.error({ provider, fault: name, code }, 'the hub could not let somebody in')
      return { reason: 'unavailable', why: 'the hub could not let them in' }
    }
  }

function reasonOf(code: string): SignInReason | null {
  if (code === 'viewing') return 'readOnly'
  if (code === 'used') return 'expired'
  return isSignInReason(code) ? code : null
}

/** 303: whatever is asked there is asked anew. No store keeps it, and no page learns by where somebody came. */
const sendTo = (reply: FastifyReply, address: string) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303)

/** Back to the page from which somebody set out, told whether they are in and never who they are. */
const createSignInAnswer = ({ log }: Pick<SignInParts, 'log'>, provider: Provider) => ({
  /** Without a line in the log: for what anybody can bring about as often as they like. */
  turnAway: (reply: FastifyReply, path: string, reason: SignInReason) =>
    sendTo(reply, arrivalAt(path, { auth: 'failed', provider, reason })),
  fail(reply: FastifyReply, path: string, { reason, why }: SignInFailure) {
    log.warn({ provider, reason, why }, 'a sign-in failed')
    return sendTo(reply, arrivalAt(path, { auth: 'failed', provider, reason }))
  },
  succeed: (reply: FastifyReply, path: string) => sendTo(reply, arrivalAt(path, { auth: 'success', provider })),
})

/**
 * Of one address, and of each way apart: a household sets out and comes back through one. A HEAD request is answered by
 * nobody: it would use up what the browser brings back.
 */
const signInLimit = (perMinute: number) => ({
  exposeHeadRoute: false,
  config: { rateLimit: { max: perMinute, timeWindow: '1 minute' } },
})
