import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { isStillDay } from '../../engine/utcDay.ts'

/** What one user has bought in one day of UTC, for the limits of the catalogue. The key is the account id. */
export const PurchaseCounts = z.object({
  /** As 2026-11-22; '' before the first purchase. */
  day: z.string().default(''),
  /** How many of each item of the catalogue. */
  counts: z.record(z.string(), z.int().positive()).default({}),
  /** How many on all days, less those that staff refunded. Redemptions count theirs. */
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

/** How many of an item were bought on the day of `now`. @param now epoch ms */
export const boughtToday = ({ day, counts }: Readonly<PurchaseCounts>, item: string, now: number): number =>
  isStillDay(day, now) && Object.hasOwn(counts, item) ? (counts[item] ?? 0) : 0
