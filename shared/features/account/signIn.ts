import { z } from 'zod'
import { PlayerId } from '../../engine/ids.ts'
import { Identity } from './identity.ts'

/** An identity that a provider has confirmed, to find, create or link its account. */
export const SignIn = z.object({
  identity: Identity,
  demo: z.boolean(),
  /** The account of the present session, if there is one. */
  current: PlayerId.nullable(),
  /** The id of a new account, if it is known beforehand. */
  newAccount: PlayerId.nullable(),
})
export type SignIn = z.infer<typeof SignIn>

export const SignedIn = z.object({ account: PlayerId, outcome: z.enum(['created', 'found', 'linked']) })
export type SignedIn = z.infer<typeof SignedIn>

export const signInRefusals = {
  belongsToOther: 'That account is already linked to a different account here.',
  otherLinked: 'You already have an account of that provider linked. Unlink it first.',
} as const

/** Why a sign-in failed: the code is in the return address, the sentence is shown on the page. */
export const signInReasons = {
  cancelled: 'You cancelled the sign-in.',
  expired: 'The sign-in took too long, or was started in another browser. Try again.',
  invalid: "The provider's answer couldn't be verified. Try again.",
  unreachable: "Can't reach the provider right now. Try again in a minute.",
  notConfigured: "This hub's owner has not set up this kind of sign-in.",
  belongsToOther:
    'That account is already linked to a different account here. Sign in with it instead, or unlink it there before you link it here.',
  otherLinked: 'You already have an account of that provider linked. Unlink it first.',
  readOnly: "You're viewing the site as a role, so nothing was linked. Stop viewing first.",
  tooFast: 'Too many sign-ins from your address. Wait a minute and try again.',
  noPublicUrl: "The hub doesn't know its public address. Its owner must set PUBLIC_URL.",
  unavailable: "The hub can't save anything right now. Try again in a minute.",
} as const

export type SignInReason = keyof typeof signInReasons

export const isSignInReason = (code: string): code is SignInReason => Object.hasOwn(signInReasons, code)
