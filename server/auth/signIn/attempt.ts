import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'
import { type Provider, providers } from '../../../shared/features/account/identity.ts'
import type { Clock } from '../../engine/clock.ts'

/** A sign-in attempt as the browser carries it in a cookie: signed, not encrypted. */
const Attempt = z.object({
  provider: z.enum(providers),
  state: z.string().min(22),
  verifier: z.string().min(43),
  returnAddress: z.url(),
  returnPath: z.string(),
  startedAt: z.number(),
  /** Set when the attempt has ended: the hash of the return address, the time, and the account that signed in. */
  ended: z.object({ address: z.string(), at: z.number(), account: z.string() }).optional(),
})
export type Attempt = z.infer<typeof Attempt>

export const attemptLengthMs = 10 * 60_000

/** With a random state of 128 bits and a random verifier of 256 bits. */
export const newAttempt = (start: Omit<Attempt, 'state' | 'verifier'>): Attempt => ({
  ...start,
  state: randomBytes(16).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
})

/** @param secret of this installation or cluster: the signature of another one is not accepted */
export function sealAttempt(secret: Buffer, attempt: Attempt) {
  const text = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  return `${text}.${signatureOf(secret, text)}`
}

/** Null if the signature is wrong, or if the attempt is of another provider or too old. @param now epoch ms */
export function unsealAttempt(secret: Buffer, sealed: string, provider: Provider, now: number): Attempt | null {
  const [text = '', signature = ''] = sealed.split('.')
  if (!isSame(signature, signatureOf(secret, text))) return null
  const attempt = readAttempt(Buffer.from(text, 'base64url').toString())
  if (attempt?.provider !== provider) return null
  return now - attempt.startedAt <= attemptLengthMs ? attempt : null
}

/** Null for an attempt that another release signed in another form. */
function readAttempt(text: string): Attempt | null {
  try {
    return Attempt.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const signatureOf = (secret: Buffer, text: string) =>
  createHmac('sha256', secret).update(`sign-in attempt ${text}`).digest('base64url')

/** Compares in constant time. */
export const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one).digest(), hashOf(other).digest())
/** SHA-256 in hexadecimal. */
export const digestOf = (text: string) => hashOf(text).digest('hex')
const hashOf = (text: string) => createHash('sha256').update(text)

/** The sealed attempt in a Cookie header, or null. */
export const attemptIn = (header: string | undefined, provider: Provider, isSecure: boolean): string | null =>
  parseCookie(header ?? '')[cookieName(provider, isSecure)] || null

/** The Set-Cookie header. @param maxAgeMs 0 removes the cookie */
export const attemptCookie = (value: string, provider: Provider, maxAgeMs: number, isSecure: boolean) =>
  stringifySetCookie({
    name: cookieName(provider, isSecure),
    value,
    path: '/',
    httpOnly: true,
    secure: isSecure,
    // With 'strict' the browser would not send it on the way back from the provider.
    sameSite: 'lax',
    maxAge: Math.floor(maxAgeMs / 1_000),
  })

/** Browsers accept a name with this prefix only from this host over https. */
const cookieName = (provider: Provider, isSecure: boolean) =>
  `${isSecure ? '__Host-' : ''}waterhole_${provider}_attempt`

/** A return address may be loaded again for this long, with the same outcome. */
export const replayMs = 60_000
/** The oldest are dropped beyond this: the providers themselves accept a code or an assertion once. */
const mostKept = 10_000

interface Ended<T> {
  readonly at: number
  readonly address: string
  readonly outcome: Promise<T>
}

/** Makes a function that ends each attempt once on this node. Loading the same address again within `replayMs` gives the same outcome. */
export function createEndOnce<T>(clock: Pick<Clock, 'monotonic'>) {
  const ended = new Map<string, Ended<T>>()

  function dropOld(now: number) {
    for (const [state, { at }] of ended) {
      if (now - at <= attemptLengthMs && ended.size < mostKept) return
      ended.delete(state)
    }
  }
  /** Null if the attempt was ended with another address, or longer than `replayMs` ago. */
  return (state: string, address: string, end: () => Promise<T>): Promise<T> | null => {
    const now = clock.monotonic()
    const former = ended.get(state)
    if (former) return former.address === address && now - former.at <= replayMs ? former.outcome : null
    dropOld(now)
    const outcome = end()
    ended.set(state, { at: now, address, outcome })
    return outcome
  }
}
