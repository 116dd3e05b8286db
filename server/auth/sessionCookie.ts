import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'

/** 256 bits that nobody can guess. Only the browser keeps it; the hub keeps its hash. */
export const newToken = () => randomBytes(32).toString('base64url')

const plainName = 'waterhole_session'

/**
 * The cookie that holds a session's token. Browsers take a name with this prefix only from the very host, over https, for
 * all its paths: no neighbouring host can have put it there, and so no other name is believed then.
 * @param isSecure true where people come over https
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
        ...{ name, value: token, httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
        maxAge: Math.max(0, Math.floor(maxAgeMs / 1_000)),
      }),
  }
}
