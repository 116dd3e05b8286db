import { type Provider, providerNames, providers } from '../../../shared/features/account/identity.ts'
import { isSignInReason, type SignInReason } from '../../../shared/features/account/signIn.ts'

/** The result in the address on return from a provider. `reason` is null if this page does not know it. */
export type AuthReturn =
  | { readonly outcome: 'success'; readonly provider: Provider }
  | { readonly outcome: 'failed'; readonly provider: Provider; readonly reason: SignInReason | null }

const returnParameters = ['auth', 'provider', 'reason']

/** @param search of the address, with its question mark @returns null if it is no return from a sign-in */
export function authReturnIn(search: string): AuthReturn | null {
  const parameters = new URLSearchParams(search)
  const provider = providers.find((known) => known === parameters.get('provider'))
  const outcome = parameters.get('auth')
  if (!provider) return null
  if (outcome === 'success') return { outcome, provider }
  const reason = parameters.get('reason') ?? ''
  return outcome === 'failed' ? { outcome, provider, reason: isSignInReason(reason) ? reason : null } : null
}

/** The same address without the parameters of the return, which are shown once. */
export function withoutReturn({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const kept = new URLSearchParams(search)
  for (const name of returnParameters) kept.delete(name)
  return `${pathname}${kept.size > 0 ? `?${kept}` : ''}${hash}`
}

const key = 'waterhole.leftAs'

/** Records the principal who leaves for a provider: a return as the same principal means that an account was linked. */
export function rememberPrincipal(account: string) {
  try {
    sessionStorage.setItem(key, account)
  } catch {
    // If the browser stores nothing, a linked account is reported as a sign-in.
  }
}

/** The principal who left this tab for a provider; null for a guest or if it was not noted. */
export function rememberedPrincipal(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** It is valid for one return. */
export function forgetPrincipal() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

const failureLabels: Readonly<Record<SignInReason, (name: string) => string>> = {
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

/** Why a sign-in failed, and what to do next. @param reason null if this page does not know the hub's reason */
export const signInFailureLabel = (reason: SignInReason | null, provider: Provider): string => {
  const name = providerNames[provider]
  return reason === null
    ? `The sign-in with ${name} failed. Try again; if it goes on failing, tell the owner.`
    : failureLabels[reason](name)
}
