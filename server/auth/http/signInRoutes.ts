import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createSignInAnswer } from './signInAnswer.ts'
import { unsealAttempt } from './signInAttempt.ts'
import { attemptIn } from './signInCookie.ts'
import { createSignInFinish } from './signInFinish.ts'
import { signInLimit } from './signInLimit.ts'
import type { SignInParts } from './signInParts.ts'
import type { SignInProvider } from './signInProvider.ts'
import { signInQuery } from './signInQuery.ts'
import { returnPathOf } from './signInReturnPath.ts'
import { createSignInStart } from './signInStart.ts'

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
