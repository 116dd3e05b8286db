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
  cancelled: (name) => `You cancelled at ${name}. Nothing was changed.`,
  expired: (name) => `The ${name} sign-in took too long or began in another browser. Start it again here.`,
  invalid: (name) => `${name} sign-in couldn't be verified. Try again.`,
  unreachable: (name) => `Can't reach ${name} right now. Try again in a minute.`,
  notConfigured: (name) => `Sign-in with ${name} isn't set up on this hub. Tell the owner.`,
  belongsToOther: (name) => `That ${name} account is linked to another user here.`,
  otherLinked: (name) =>
    `Another ${name} account is already linked to yours. Unlink it on your profile first, then link this one.`,
  readOnly: (name) =>
    `You're viewing the site as another role, so no ${name} account was linked. Stop viewing first, then link it.`,
  tooFast: (name) => `Too many sign-ins from your address. Wait a minute, then try ${name} again.`,
  noPublicUrl: (name) =>
    `${name} can't send you back, because this hub's address isn't configured. Tell the owner to set PUBLIC_URL.`,
  unavailable: (name) =>
    `The hub can't save anything right now, so you weren't signed in with ${name}. Try again later.`,
}

/** Why a sign-in failed, and what to do next. @param reason null if this page does not know the hub's reason */
export const signInFailureLabel = (reason: SignInReason | null, provider: Provider): string => {
  const name = providerNames[provider]
  return reason === null
    ? `${name} sign-in failed. Try again. If it keeps failing, tell the owner.`
    : failureLabels[reason](name)
}
