import type { FastifyRequest } from 'fastify'
import type { PlayerId } from '../../shared/engine/ids.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Identity } from '../../shared/features/account/identity.ts'
import { signIn } from '../../shared/features/session/commands.ts'
import { sessionLengthMs } from '../../shared/features/session/session.ts'
import type { Hub } from '../engine/hub.ts'
import { clientOf } from '../engine/principal.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import { createSessionCookie, newToken } from './sessionCookie.ts'

interface AdmissionDeps {
  readonly hub: Pick<Hub, 'execute'>
  readonly isSecure: boolean
}
/** A user whose identity is confirmed. */
interface SignInRequest {
  readonly identity: Identity
  readonly role: Role
  readonly demo: boolean
  /** The id of a new account, if it is known beforehand. */
  readonly newAccount: string | null
  /** SHA-256 of the state of the sign-in attempt, in hexadecimal; left out for a sign-in without one. */
  readonly attempt?: string
}

export interface Admitted {
  readonly account: PlayerId
  /** The Set-Cookie header of the new session. */
  readonly setCookie: string
}
export type Admission = ReturnType<typeof createAdmission>

/** Makes a function that opens a session for a confirmed identity, in place of the browser's present session. */
export function createAdmission({ hub, isSecure }: AdmissionDeps) {
  const cookie = createSessionCookie(isSecure)
  return async ({ headers, ip }: FastifyRequest, request: SignInRequest): Promise<Admitted> => {
    const token = newToken()
    const former = cookie.read(headers.cookie)
    const answer = await hub.execute('sign-in', signIn.name, {
      ...request,
      key: tokenHash(token),
      device: deviceOf(headers['user-agent']),
      address: ip.slice(0, 60),
      agent: clientOf(ip, headers['user-agent']).agent ?? '',
      replaces: former === null ? null : tokenHash(former),
    })
    return { account: signIn.output.parse(answer).account, setCookie: cookie.write(token, sessionLengthMs) }
  }
}

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

/** A short name of the device from the User-Agent header, as 'Firefox on Windows'. Of the header itself only the first characters are stored. */
function deviceOf(agent: string | undefined): string {
  const match = (table: typeof browsers) => table.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  const [browser, system] = [match(browsers), match(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
