import { z } from 'zod'
import { type DocumentKind, defineDocument } from './document.ts'

/** By which command something was done. */
export const DoneBy = z.object({
  /** Name of the command. */
  command: z.string(),
  /** Of a user's command; null for one of the hub itself. */
  commandId: z.string().nullable(),
  /** Epoch ms. */
  at: z.number(),
})
export type DoneBy = z.infer<typeof DoneBy>

const Claims = z.object({ claims: z.record(z.string(), DoneBy).default({}) })
export type NaturalKey = DocumentKind<typeof Claims>

type Declared = Omit<NaturalKey, 'schema' | 'memory'>

/**
 * A natural key: several values that together name something that happens once, as (challenge, day, player). Claims are kept for good, in
 * a document for all but the last value, and by the last value within it: put the value with the most occurrences last.
 */
export const defineNaturalKey = (declared: Declared): NaturalKey =>
  defineDocument({ ...declared, schema: Claims, memory: 'journaled' })

/** Where the claim of these values is. Different values have different places. @throws without a value */
export function placeOfClaim(values: readonly string[]): { readonly key: string; readonly field: string } {
  const last = values.at(-1)
  if (last === undefined) throw new RangeError('A natural key has at least one value')
  return { key: values.slice(0, -1).map(escaped).join('~'), field: escaped(last) }
}

/** Without the characters that separate values, or that a document's key may not have; and no value is the field `__proto__`. */
const escaped = (value: string) => encodeURIComponent(value).replaceAll('~', '%7E').replace(/^__/, '%5F%5F')
