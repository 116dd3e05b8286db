import { type Provider, providers } from '../../../shared/features/account/identity.ts'
import { isSignInReason, type SignInReason } from '../../../shared/features/account/signInReasons.ts'

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
