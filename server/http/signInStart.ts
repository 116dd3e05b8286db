import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from './httpProblem.ts'
import { createSignInAnswer, sendTo } from './signInAnswer.ts'
import { attemptLengthMs, newAttempt, sealAttempt } from './signInAttempt.ts'
import { attemptCookie } from './signInCookie.ts'
import type { SignInParts } from './signInParts.ts'
import type { SignInProvider } from './signInProvider.ts'
import { signInQuery } from './signInQuery.ts'
import { returnPathOf } from './signInReturnPath.ts'

const noPublicUrl =
  'The hub does not know under which address people reach it: PUBLIC_URL is missing in its configuration. Its owner sets it, as PUBLIC_URL=https://hub.example.org, and starts the hub again.'

/** Sends a browser to a provider, with something in its hand by which it is known when it comes back. */
export function createSignInStart(parts: SignInParts, { provider, isConfigured, startAddress }: SignInProvider) {
  const { clock, log, secret, isSecure, baseOf } = parts
  const { fail } = createSignInAnswer(parts, provider)

  return ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const returnPath = returnPathOf(signInQuery(url).get('return'))
    const base = baseOf(headers.host)
    if (base === null) {
      log.error({ provider }, noPublicUrl)
      return problem(reply, 400, 'noPublicUrl', noPublicUrl)
    }
    if (!isConfigured)
      return fail(reply, returnPath, { reason: 'notConfigured', why: 'nothing is configured for this provider' })
    const returnAddress = `${base}/auth/${provider}/return`
    const attempt = newAttempt({ provider, returnAddress, returnPath, startedAt: clock.now() })
    reply.header('set-cookie', attemptCookie(sealAttempt(secret, attempt), provider, attemptLengthMs, isSecure))
    return sendTo(reply, startAddress(attempt))
  }
}
