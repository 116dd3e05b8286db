import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'

const cookieName = 'waterhole_session'

/** 256 bits that nobody can guess. Only the browser keeps it; the hub keeps its hash. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The token in a Cookie header, or null. */
export const tokenIn = (header: string | undefined): string | null => parseCookie(header ?? '')[cookieName] || null

/** @param maxAgeMs 0 removes the cookie @param isSecure true where people come over https */
export const sessionCookie = (token: string, maxAgeMs: number, isSecure: boolean) =>
  stringifySetCookie({
    name: cookieName,
    value: token,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure,
    maxAge: Math.floor(maxAgeMs / 1_000),
  })
