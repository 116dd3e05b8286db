import { z } from 'zod'
import { defineDocument, everyone } from '../../engine/document.ts'

/** Everyone's picture of the island: late and coarse, so that nobody is found by it. */
export const publicDelayMs = 60_000
/** Fewer than this in one region are not told: also not that there are any, which alone would show where somebody is. */
export const fewestTold = 3

export const RegionCounts = z.object({
  /** Animals by region id. A region that is not named here has fewer than are told, or none. */
  counts: z.record(z.string(), z.int().min(fewestTold)).default({}),
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
