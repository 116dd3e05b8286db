import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSignInAnswer, sendTo } from './signInAnswer.ts'
import { attemptLengthMs, newAttempt, sealAttempt } from './signInAttempt.ts'
import { attemptCookie } from './signInCookie.ts'
import type { SignInParts } from './signInParts.ts'
import type { SignInFailure, SignInProvider } from './signInProvider.ts'
import { signInQuery } from './signInQuery.ts'
import { returnPathOf } from './signInReturnPath.ts'

const notConfigured: SignInFailure = { reason: 'notConfigured', why: 'nothing is configured for this provider' }
const readOnly: SignInFailure = { reason: 'readOnly', why: 'the site is viewed as a role' }
const noPublicUrl: SignInFailure = {
  reason: 'noPublicUrl',
  why: 'The hub does not know under which address people reach it: PUBLIC_URL is missing in its configuration. Its owner sets it, as PUBLIC_URL=https://hub.example.org, and starts the hub again.',
}

/** Sends a browser to a provider, with something in its hand by which it is known when it comes back. */
export function createSignInStart(parts: SignInParts, { provider, isConfigured, startAddress }: SignInProvider) {
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
