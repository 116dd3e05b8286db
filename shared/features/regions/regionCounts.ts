import { z } from 'zod'
import { defineDocument, everyone } from '../../engine/document.ts'

/** Everyone's picture of the island: late and coarse, so that nobody is found by it. */
export const publicDelayMs = 60_000
/** Fewer than this in one region are not told. */
export const fewestTold = 3

export const RegionCounts = z.object({
  /** Animals by region id. Null: some, but too few to tell. A region that is not named here has none. */
  counts: z.record(z.string(), z.int().positive().nullable()).default({}),
  /** Epoch ms of the reading that these counts come from: at least a minute ago. Null while the first minute runs. */
  asOf: z.number().nullable().default(null),
  /** Epoch ms at which the first counts are due, while `asOf` is null and somebody watches. */
  firstAt: z.number().nullable().default(null),
})
export type RegionCounts = z.infer<typeof RegionCounts>

export const regionCounts = defineDocument({
  kind: 'regions',
  schema: RegionCounts,
  readableBy: everyone,
  memory: 'live',
})
