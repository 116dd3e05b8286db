import { CONTEXTS } from './contexts.ts'
import { type Counts, createCounts } from './counts.ts'
import { createLevels, type Levels } from './scales.ts'
import { createTrack, SLOTS, type Track } from './track.ts'

/** All that the two sides of one stream have in common after a frame: what a key frame carries. */
export interface Stream {
  tracks: Track[]
  /** Slots from here on are empty. */
  reach: number
  counts: Counts
  levels: Levels
  /** When the positions were taken, in TICK_MS since the epoch, and how long after those before. */
  tick: number
  tickStep: number
  /** The number of the last frame, and a sum over all frames so far. */
  sequence: number
  chain: number
}

export const createStream = (): Stream => ({
  tracks: Array.from({ length: SLOTS }, createTrack),
  reach: 0,
  counts: createCounts(CONTEXTS),
  levels: createLevels(),
  tick: 0,
  tickStep: 0,
  sequence: 0,
  chain: 0,
})
