import type { SignInReason } from '../../../shared/features/account/signInReasons.ts'
import type { SignInFailure } from '../http/signInProvider.ts'

/** A sign-in that does not come about. Its message is for the log and quotes nothing that came from outside. */
export class SignInFault extends Error {
  readonly reason: SignInReason
  constructor(reason: SignInReason, why: string) {
    super(why)
    this.name = 'SignInFault'
    this.reason = reason
  }
}

/** What came of it, or why nothing did. Other errors are bugs, and go on. */
export async function orFailure<T>(work: () => Promise<T>): Promise<T | SignInFailure> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInFault) return { reason: error.reason, why: error.message }
    throw error
  }
}
