import { z } from 'zod'

export const mostFeePermille = 500
/** As much as the highest price. */
export const mostFee = 1_000_000
export const mostListingDays = 60
/** Two weeks. */
export const mostResaleLockHours = 336

/** What the owner decides on the market. */
export const MarketSettings = z.object({
  /** Thousandths of the price: 50 is 5%. */
  feePermille: z.int().min(0).max(mostFeePermille).default(50),
  /** The least and the most that a fee is, in the currency of the price. */
  feeFloor: z.int().min(0).max(mostFee).default(1),
  feeCap: z.int().min(0).max(mostFee).default(50_000),
  /** After so many days a listing ends, and what was listed goes back. */
  listingDays: z.int().min(1).max(mostListingDays).default(7),
  /** For so long what was bought or given cannot be sold or given away. */
  resaleLockHours: z.int().min(0).max(mostResaleLockHours).default(24),
})
export type MarketSettings = z.infer<typeof MarketSettings>
