import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'

/** What one user has bought in one day of UTC, for the limits of the catalogue. The key is the account id. */
export const PurchaseCounts = z.object({
  /** As 2026-11-22; '' before the first purchase. */
  day: z.string().default(''),
  /** How many of each item of the catalogue. */
  counts: z.record(z.string(), z.int().positive()).default({}),
  /** How many on all days. Redemptions count theirs. */
  ever: z.int().nonnegative().default(0),
})
export type PurchaseCounts = z.infer<typeof PurchaseCounts>

export const purchaseCounts = defineDocument({
  kind: 'purchaseCounts',
  schema: PurchaseCounts,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'purchaseCounts',
    ({ day, counts, ever }: PurchaseCounts) => (day === '' ? undefined : { day, counts, ever }),
    {
      day: 'theirs',
      counts: 'theirs',
      ever: 'theirs',
    },
  ),
  erased: 'cleared',
  audited: null,
})

/** The day of UTC that a time is in. @param at epoch ms */
export function dayOf(at: number): string {
  const nth = Math.floor(at / 86_400_000)
  if (nth !== latest.nth) latest = { nth, text: new Date(at).toISOString().slice(0, 10) }
  return latest.text
}
/** Days are asked for in a row. */
let latest = { nth: Number.NaN, text: '' }

/**
 * Whether what was counted on a day is still counted. The next day counts as today, too: the clock was set back over midnight, and
 * limits must not start again.
 * @param now epoch ms
 */
export const isStillDay = (day: string, now: number) => day === dayOf(now) || day === dayOf(now + 86_400_000)

/** How many of an item were bought on the day of `now`. @param now epoch ms */
export const boughtToday = ({ day, counts }: Readonly<PurchaseCounts>, item: string, now: number): number =>
  isStillDay(day, now) && Object.hasOwn(counts, item) ? (counts[item] ?? 0) : 0
