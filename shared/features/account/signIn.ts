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
  belongsToOther: 'That account belongs to somebody else here.',
  otherLinked: 'Another account of that provider is linked already. Unlink it first.',
} as const

/** Why a sign-in failed: the code is in the return address, the sentence is shown on the page. */
export const signInReasons = {
  cancelled: 'You cancelled the sign-in.',
  expired: 'The sign-in took too long, or was begun in another browser. Please try again.',
  invalid: 'The answer of the provider was not a valid one. Please try again.',
  unreachable: 'The provider cannot be reached at the moment. Please try again in a minute.',
  notConfigured: 'The owner of this hub has not set up this kind of sign-in.',
  belongsToOther:
    'That account belongs to somebody else here. Sign out to come in as them, or unlink it there before you link it here.',
  otherLinked: 'Another account of that provider is linked already. Unlink it first.',
  readOnly: 'You view the site as a role, and nothing is linked then. End the view first.',
  tooFast: 'Too many sign-ins from your address. Please wait a minute and try again.',
  noPublicUrl: 'The hub does not know under which address people reach it: its owner must set PUBLIC_URL.',
  unavailable: 'The hub cannot keep anything at the moment. Please try again in a minute.',
} as const

export type SignInReason = keyof typeof signInReasons

export const isSignInReason = (code: string): code is SignInReason => Object.hasOwn(signInReasons, code)
