import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'
import { type Provider, providers } from '../../../shared/features/account/identity.ts'
import type { Clock } from '../../engine/clock.ts'

/** As a browser carries it. Signed, not hidden: it belongs to whoever carries it. */
const Attempt = z.object({
  provider: z.enum(providers),
  state: z.string().min(22),
  verifier: z.string().min(43),
  returnAddress: z.url(),
  returnPath: z.string(),
  startedAt: z.number(),
  /** Once it was ended: by which address, when, and who came in. */
  ended: z.object({ address: z.string(), at: z.number(), account: z.string() }).optional(),
})
export type Attempt = z.infer<typeof Attempt>

/** Whoever takes longer begins anew. */
export const attemptLengthMs = 10 * 60_000

/** 128 bits and 256 bits that nobody can guess. */
export const newAttempt = (given: Omit<Attempt, 'state' | 'verifier'>): Attempt => ({
  ...given,
  state: randomBytes(16).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
})

/** @param secret of this installation: what another one has signed is worth nothing here */
export function sealAttempt(secret: Buffer, attempt: Attempt) {
  const text = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  return `${text}.${signatureOf(secret, text)}`
}

/** Null where it is not one of ours, of that provider, and young enough. @param now epoch ms */
export function unsealAttempt(secret: Buffer, sealed: string, provider: Provider, now: number): Attempt | null {
  const [text = '', signature = ''] = sealed.split('.')
  if (!isSame(signature, signatureOf(secret, text))) return null
  const attempt = readAttempt(Buffer.from(text, 'base64url').toString())
  if (attempt?.provider !== provider) return null
  return now - attempt.startedAt <= attemptLengthMs ? attempt : null
}

/** Null for what another release has signed, in a form of its own. */
function readAttempt(text: string): Attempt | null {
  try {
    return Attempt.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const signatureOf = (secret: Buffer, text: string) =>
  createHmac('sha256', secret).update(`sign-in attempt ${text}`).digest('base64url')

/** Takes equally long wherever the two differ. */
export const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one).digest(), hashOf(other).digest())
const hashOf = (text: string) => createHash('sha256').update(text)
/** SHA-256 in hexadecimal. */
export const digestOf = (text: string) => hashOf(text).digest('hex')

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

/** As long may a page be loaded again and show what became of the sign-in. */
export const replayMs = 60_000
/** Beyond that the oldest are forgotten; the providers themselves answer for nothing twice. */
const mostKept = 10_000

interface Done<T> {
  readonly at: number
  readonly address: string
  readonly outcome: Promise<T>
}

/** Ends each attempt once on this node, however often its address is loaded: at once, or again within a minute, the outcome is the same one. */
export function createSignInOnce<T>(clock: Pick<Clock, 'now'>) {
  const done = new Map<string, Done<T>>()

  function forgetOld(now: number) {
    for (const [state, { at }] of done) {
      if (now - at <= attemptLengthMs && done.size < mostKept) return
      done.delete(state)
    }
  }
  /** Null when the attempt was ended by another address, or more than a minute ago. */
  return (state: string, address: string, act: () => Promise<T>): Promise<T> | null => {
    const now = clock.now()
    const former = done.get(state)
    if (former) return former.address === address && now - former.at <= replayMs ? former.outcome : null
    forgetOld(now)
    const outcome = act()
    done.set(state, { at: now, address, outcome })
    return outcome
  }
}
