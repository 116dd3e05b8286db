import { type Provider, providerWords } from '../../../shared/features/account/identity.ts'
import type { SignInReason } from '../../../shared/features/account/signInReasons.ts'

const words: Readonly<Record<SignInReason, (name: string) => string>> = {
  cancelled: (name) => `You turned back at ${name}. Nothing was changed; sign in whenever you like.`,
  expired: (name) => `The sign-in with ${name} took too long, or began in another browser. Start it again here.`,
  invalid: (name) => `The answer that came from ${name} did not hold, and was not believed. Start the sign-in again.`,
  unreachable: (name) => `${name} cannot be reached right now. Try again in a minute.`,
  notConfigured: (name) => `Sign-in with ${name} is not set up on this hub. Its owner can mend that; tell them.`,
  belongsToOther: (name) => `That ${name} account belongs to somebody else here.`,
  otherLinked: (name) =>
    `Another ${name} account is linked to yours already. Unlink it on your profile first, then link this one.`,
  readOnly: (name) => `You view the site as a role, so no ${name} account was linked. End the view, then link it.`,
  tooFast: (name) => `Too many sign-ins came from your address. Wait a minute, then try ${name} again.`,
  noPublicUrl: (name) =>
    `The hub does not know its own address, so ${name} could not send you back. Its owner must set PUBLIC_URL; tell them.`,
  unavailable: (name) => `The hub cannot keep anything right now, so the sign-in with ${name} was not made. Try later.`,
}

/** Why a sign-in did not come about, and what to do next. @param reason null where the hub gave none that is known */
export const failureWords = (reason: SignInReason | null, provider: Provider): string => {
  const name = providerWords[provider]
  return reason === null
    ? `The sign-in with ${name} failed. Try again; if it goes on failing, tell the owner.`
    : words[reason](name)
}
