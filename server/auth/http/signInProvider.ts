import type { Identity, Provider } from '../../../shared/features/account/identity.ts'
import type { SignInReason } from '../../../shared/features/account/signInReasons.ts'

/** One way through a provider and back, known to the hub and to one browser alone. */
export interface SignInAttempt {
  /** Random; comes back with the answer. */
  readonly state: string
  /** Random; what PKCE calls the code verifier. */
  readonly verifier: string
  /** Absolute: where the provider sends people back to. */
  readonly returnAddress: string
}

/** `why` is for the log: a sentence of ours, without anything that a person or provider has sent. */
export interface SignInFailure {
  readonly reason: SignInReason
  readonly why: string
}

/** Somebody who can say who a person is. */
export interface SignInProvider {
  readonly provider: Provider
  readonly isConfigured: boolean
  /** Where a browser goes to be asked. */
  startAddress(attempt: SignInAttempt): string
  /** Never throws for what a browser or the provider sent. @param query of the address by which the browser came back */
  identify(query: URLSearchParams, attempt: SignInAttempt): Promise<Identity | SignInFailure>
}
