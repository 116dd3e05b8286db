import { z } from 'zod'
import { defineDocument, everyone, notPersonal } from '../../engine/document.ts'

/** How late public counts are, so that no player is found by them. */
export const publicDelayMs = 60_000
/** Counts below this are left out of the document, since even knowing that a region is not empty would locate a player. */
export const minShownCount = 3

export const RegionCounts = z.object({
  /** Animals by region id. A missing region has fewer than `minShownCount`. */
  counts: z.record(z.string(), z.int().min(minShownCount)).default({}),
  /** Epoch ms of the reading of these counts, at least a minute ago; null during the first minute. */
  asOf: z.number().nullable().default(null),
  /** Epoch ms at which the first counts are due, while `asOf` is null and the counts are watched. */
  firstAt: z.number().nullable().default(null),
})
export type RegionCounts = z.infer<typeof RegionCounts>

export const regionCounts = defineDocument({
  kind: 'regions',
  schema: RegionCounts,
  readableBy: everyone,
  memory: 'live',
  ...notPersonal('holds counts of at least three players'),
})
