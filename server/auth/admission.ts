import type { FastifyRequest } from 'fastify'
import type { PlayerId } from '../../shared/engine/ids.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Identity } from '../../shared/features/account/identity.ts'
import { signIn } from '../../shared/features/session/commands.ts'
import { sessionLengthMs } from '../../shared/features/session/session.ts'
import type { Hub } from '../engine/hub.ts'
import { createSessionCookie, newToken } from './sessionCookie.ts'

interface NewcomerParts {
  readonly hub: Pick<Hub, 'execute'>
  readonly isSecure: boolean
  readonly sessionKey: (token: string) => string
}

interface Newcomer {
  readonly identity: Identity
  readonly role: Role
  readonly demo: boolean
  /** How a new account is to be called, where that is known beforehand. */
  readonly newAccount: string | null
  /** SHA-256 of the state of the sign-in that this ends, in hexadecimal; left out where there was none. */
  readonly attempt?: string
}

export interface Admitted {
  readonly account: PlayerId
  /** The Set-Cookie header of their session. */
  readonly setCookie: string
}

/** Lets somebody in of whom a provider has said who they are: a new session in the place of the one that they had. */
export function createAdmission({ hub, isSecure, sessionKey }: NewcomerParts) {
  const cookie = createSessionCookie(isSecure)
  return async ({ headers, ip }: FastifyRequest, newcomer: Newcomer): Promise<Admitted> => {
    const token = newToken()
    const former = cookie.read(headers.cookie)
    const answer = await hub.execute('sign-in', signIn.name, {
      ...newcomer,
      key: sessionKey(token),
      device: deviceOf(headers['user-agent']),
      address: ip.slice(0, 60),
      instead: former === null ? null : sessionKey(former),
    })
    return { account: signIn.output.parse(answer).account, setCookie: cookie.write(token, sessionLengthMs) }
  }
}
export type Admission = ReturnType<typeof createAdmission>

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** What a person would call the device, by the User-Agent header: 'Firefox on Windows'. Nothing else of the header is kept. */
function deviceOf(agent: string | undefined): string {
  const of = (table: typeof browsers) => table.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  const [browser, system] = [of(browsers), of(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
