import { z } from 'zod'

/** How far a store had come when it was read. */
export const Position = z.object({
  /** The highest that was given out. */
  epoch: z.int().nonnegative(),
  /** The documents stand as they were at this entry. */
  checkpointSeq: z.int().nonnegative(),
  /** Entries up to this one are no longer kept in the journal. */
  trimmedTo: z.int().nonnegative(),
  lastSeq: z.int().nonnegative(),
  /** The latest time of all entries, in epoch ms; 0 where there is none. */
  newestAt: z.number(),
})
export type Position = z.infer<typeof Position>

export const positionWords = ({ lastSeq, trimmedTo }: Position) => {
  if (lastSeq === 0) return 'nothing that was written yet'
  return trimmedTo === lastSeq ? `everything up to entry ${lastSeq}` : `entries ${trimmedTo + 1} to ${lastSeq}`
}
