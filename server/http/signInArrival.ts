import type { FastifyReply, FastifyRequest } from 'fastify'
import { signIn } from '../../shared/features/account/commands.ts'
import type { Identity } from '../../shared/features/account/identity.ts'
import { isSignInReason } from '../../shared/features/account/signInReasons.ts'
import { OrderRefused } from '../engine/orderRefused.ts'
import type { Attempt } from './signInAttempt.ts'
import type { SignInParts } from './signInParts.ts'
import type { SignInFailure, SignInProvider } from './signInProvider.ts'

interface Arrived {
  readonly account: string
  /** The cookie of the one session that was opened. */
  readonly session: string
}

/** Asks the provider who has come, finds, makes or links their account, and opens their session. Says every "no" as a reason. */
export function createSignInArrival({ hub, admit, seatOf, log }: SignInParts, { provider, identify }: SignInProvider) {
  async function letIn(request: FastifyRequest, reply: FastifyReply, identity: Identity): Promise<Arrived> {
    // A session of a browser, not the token of a program, says to whom the identity is to be linked.
    const { id: current } = seatOf({ cookie: request.headers.cookie, token: undefined })
    const wish = { identity, demo: false, current, newAccount: null }
    const found = signIn.output.parse(await hub.order('sign-in', signIn.name, wish))
    await admit(request, reply, { accountId: found.account, role: 'player', demo: false, provider })
    return { account: found.account, session: String(reply.getHeader('set-cookie')) }
  }
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    query: URLSearchParams,
    attempt: Attempt,
  ): Promise<Arrived | SignInFailure> => {
    try {
      const identity = await identify(query, attempt)
      return 'reason' in identity ? identity : await letIn(request, reply, identity)
    } catch (error) {
      if (error instanceof OrderRefused && isSignInReason(error.code)) return { reason: error.code, why: error.message }
      // Its words could quote who has come.
      const { name, code } = error as NodeJS.ErrnoException
      log.error({ provider, fault: name, code }, 'the hub could not let somebody in')
      return { reason: 'unavailable', why: 'the hub could not let them in' }
    }
  }
}
