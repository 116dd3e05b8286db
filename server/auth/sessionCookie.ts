import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'

/** The random secret of a session, 256 bits. Only the browser has it; the hub keeps its hash. */
export const newToken = () => randomBytes(32).toString('base64url')

const plainName = 'waterhole_session'

/**
 * The cookie with a session's token. With the prefix `__Host-` browsers accept it only from this host, over https and for all
 * paths, so no other host can set it; over https no other name is read.
 * @param isSecure true if browsers use https
 */
export function createSessionCookie(isSecure: boolean) {
  const name = isSecure ? `__Host-${plainName}` : plainName
  return {
    name,
    /** The token in a Cookie header, or null. */
    read: (header: string | undefined): string | null => parseCookie(header ?? '')[name] || null,
    /** The Set-Cookie header. @param maxAgeMs 0 removes the cookie */
    write: (token: string, maxAgeMs: number) =>
      stringifySetCookie({
        name,
        value: token,
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: isSecure,
        maxAge: Math.max(0, Math.floor(maxAgeMs / 1_000)),
      }),
  }
}
