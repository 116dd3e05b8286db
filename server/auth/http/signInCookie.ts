import { parseCookie, stringifySetCookie } from 'cookie'
import type { Provider } from '../../../shared/features/account/identity.ts'

/** Only this very host, over https, can have set a cookie whose name begins so: browsers see to it. */
const nameOf = (provider: Provider, isSecure: boolean) => `${isSecure ? '__Host-' : ''}waterhole_${provider}_attempt`

/** What a browser carries through a sign-in, or null. */
export const attemptIn = (header: string | undefined, provider: Provider, isSecure: boolean): string | null =>
  parseCookie(header ?? '')[nameOf(provider, isSecure)] || null

/** @param maxAgeMs 0 removes the cookie */
export const attemptCookie = (value: string, provider: Provider, maxAgeMs: number, isSecure: boolean) =>
  stringifySetCookie({
    ...{ name: nameOf(provider, isSecure), value, path: '/', httpOnly: true, secure: isSecure },
    // Strict would hold it back when people come from the provider.
    sameSite: 'lax',
    maxAge: Math.floor(maxAgeMs / 1_000),
  })
