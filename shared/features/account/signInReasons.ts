/** Why a sign-in did not come about: the code stands in the address on return, the sentence is for the page. */
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
