import { type Provider, providers } from '../../../shared/features/account/identity.ts'
import { isSignInReason, type SignInReason } from '../../../shared/features/account/signIn.ts'

/** The result in the address on return from a provider. `reason` is null if this page does not know it. */
export type AuthReturn =
  | { readonly outcome: 'success'; readonly provider: Provider }
  | { readonly outcome: 'failed'; readonly provider: Provider; readonly reason: SignInReason | null }

const returnParameters = ['auth', 'provider', 'reason']

/** @param search of the address, with its question mark @returns null if it is not a return from a sign-in */
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
