import type { FastifyRequest } from 'fastify'
import { isSignInReason, type SignInReason } from '../../../shared/features/account/signInReasons.ts'
import { OrderRefused } from '../../engine/orderRefused.ts'
import type { Admitted } from './newcomer.ts'
import { type Attempt, digestOf } from './signInAttempt.ts'
import type { SignInParts } from './signInParts.ts'
import type { SignInFailure, SignInProvider } from './signInProvider.ts'

/** Asks the provider who has come, and lets them in. Says every "no" as a reason. */
export const createSignInArrival =
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
      const reason = error instanceof OrderRefused ? reasonOf(error.code) : null
      if (reason !== null) return { reason, why: (error as OrderRefused).message }
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
