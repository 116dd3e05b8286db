import { type Provider, providers, providerWords } from '../../../shared/features/account/identity.ts'
import { isSignInReason, type SignInReason } from '../../../shared/features/account/signIn.ts'

/** What the way back from a provider has brought. `reason` is null where it is none that this page knows. */
export type AuthReturn =
  | { readonly outcome: 'success'; readonly provider: Provider }
  | { readonly outcome: 'failed'; readonly provider: Provider; readonly reason: SignInReason | null }

const told = ['auth', 'provider', 'reason']

/** @param search of the address, with its question mark @returns null where nobody has come back from a sign-in */
export function authReturnIn(search: string): AuthReturn | null {
  const asked = new URLSearchParams(search)
  const provider = providers.find((known) => known === asked.get('provider'))
  const outcome = asked.get('auth')
  if (!provider) return null
  if (outcome === 'success') return { outcome, provider }
  const reason = asked.get('reason') ?? ''
  return outcome === 'failed' ? { outcome, provider, reason: isSignInReason(reason) ? reason : null } : null
}

/** The same address without what the return has brought: it is told once. */
export function withoutReturn({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const kept = new URLSearchParams(search)
  for (const name of told) kept.delete(name)
  return `${pathname}${kept.size > 0 ? `?${kept}` : ''}${hash}`
}

const key = 'waterhole.leftAs'

/** Notes who goes to a provider from here: whoever comes back as the same has linked an account. */
export function leaveAs(account: string) {
  try {
    sessionStorage.setItem(key, account)
  } catch {
    // A browser that keeps nothing: linking is then told as a sign-in, and nothing else is lost.
  }
}

/** As whom this tab was left for a provider; null for a guest or where it was not noted. */
export function leftAs(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** It holds for one return. */
export function forgetLeftAs() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

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
