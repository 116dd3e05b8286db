import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ReceivedDonation } from '../../../shared/features/donations/commands.ts'
import { longestDonor, longestMessage } from '../../../shared/features/donations/donations.ts'

/** What a call of a service reports. `answer`: what the service wants to read. */
export type Told =
  | { readonly kind: 'donation'; readonly donation: ReceivedDonation }
  /** Nothing that counts, such as a new follower: answered so that the service does not send it again. */
  | { readonly kind: 'ignored'; readonly answer?: object }
  /** A test that the owner sent from the service's page: no money moved. */
  | { readonly kind: 'test' }
  /** It cannot be read. */
  | { readonly kind: 'malformed'; readonly why: string }

/** A service that reports donations by calls that only it can make. The port behind which the vendors are. */
export interface DonationService {
  readonly source: 'kofi' | 'tebex' | 'patreon'
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded'
  /** Whether the service made this call, from its raw body. Reads no more of it than it must. */
  isGenuine(body: Buffer, headers: IncomingHttpHeaders): boolean
  /** Only of a genuine call. */
  read(body: Buffer): Told
}

/** In constant time, whatever the lengths are. */
export const isSame = (given: string, wanted: string) => timingSafeEqual(digestOf(given), digestOf(wanted))
const digestOf = (text: string) => createHash('sha256').update(text).digest()

export const headerOf = (headers: IncomingHttpHeaders, name: string) => String(headers[name] ?? '').toLowerCase()

/** The SteamID64s in texts, each once. */
export const steamIdsIn = (...texts: readonly (string | null | undefined)[]) =>
  [...new Set(texts.flatMap((text) => text?.match(/(?<!\d)7656119\d{10}(?!\d)/g) ?? []))].slice(0, 5)

/** As it is kept: one line, without what draws over other text, and not too long. */
const oneLine = (text: string | null | undefined, longest: number) =>
  (text ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
export const donorLine = (text: string | null | undefined) => oneLine(text, longestDonor)
export const messageLine = (text: string | null | undefined) => oneLine(text, longestMessage)

/** Of what cost nothing, as with a coupon, a service tells as of a payment. */
export const isFree = (amount: string | number) => /^0+(?:\.0+)?$/.test(String(amount))

/** The JSON of a text; null for anything else. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
