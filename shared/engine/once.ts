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

const Claims = z.object({
  claims: z.record(z.string(), DoneBy).default({}),
  /** The days of a year on which something was claimed, as bits: the first hexadecimal digit has 1 to 4 January, lowest bit first. */
  days: z.record(z.string(), z.string()).default({}),
})
export type NaturalKey = DocumentKind<typeof Claims>

type Declared = Omit<NaturalKey, 'schema' | 'memory'>

/**
 * A natural key: several values that together name something that happens once, as (challenge, day, player). Claims are kept permanently, in
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

/** Where the claims of these values on a day are: one field for a year, with one bit for each day. @param day as 2026-11-22, in UTC */
export function placeOfDay(values: readonly string[], day: string) {
  const at = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) throw new RangeError(`"${day}" is not a day`)
  const year = day.slice(0, 4)
  const { key, field } = placeOfClaim(values)
  const nth = Math.round((at - Date.parse(`${year}-01-01T00:00:00.000Z`)) / 86_400_000)
  return { key, field: `${field}~${year}`, digit: Math.floor(nth / 4), bit: 1 << (nth % 4) }
}

/** Without the characters that separate values, or that a document's key may not have; and no value is the field `__proto__`. */
const escaped = (value: string) => encodeURIComponent(value).replaceAll('~', '%7E').replace(/^__/, '%5F%5F')

/** How a hold ended. 'posted': the held value is spent. 'released': it went back. */
export const HoldEnd = z.enum(['posted', 'released'])
export type HoldEnd = z.infer<typeof HoldEnd>

const EndedHold = DoneBy.extend({ how: HoldEnd })
export type EndedHold = z.infer<typeof EndedHold>

/** Holds of one owner: those that are open, and how the latest others ended, by id. */
const holdsOf = <Held extends z.ZodType<object>>(held: Held) =>
  z.object({
    open: z.record(z.string(), z.object({ held, placed: DoneBy })).default({}),
    ended: z.record(z.string(), EndedHold).default({}),
  })
export type HoldsKind<Held extends z.ZodType<object> = z.ZodType<object>> = DocumentKind<
  ReturnType<typeof holdsOf<Held>>
>

/** Beyond this the oldest ended holds are dropped. */
export const mostEndedHolds = 500

/** Currency or items that are set aside until they are posted or released. @param held what one hold sets aside */
export const defineHolds = <const Held extends z.ZodType<object>>(
  held: Held,
  declared: Omit<HoldsKind<Held>, 'schema' | 'memory'>,
): HoldsKind<Held> =>
  defineDocument({ ...declared, schema: holdsOf(held), memory: 'journaled' } as never) as unknown as HoldsKind<Held>
