import { CONTEXTS } from './contexts.ts'
import { type Counts, createCounts } from './counts.ts'
import { createLevels, type Levels } from './scales.ts'
import { createTrack, type Track } from './track.ts'

/** All that the two sides of one stream have in common after a frame: what a key frame carries. */
export interface Stream {
  /** As far as any slot was ever taken: one for each, made when it or a later one was first needed. */
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
  tracks: [],
  reach: 0,
  counts: createCounts(CONTEXTS),
  levels: createLevels(),
  tick: 0,
  tickStep: 0,
  sequence: 0,
  chain: 0,
})

/** The track of a slot, now that somebody is there. An audience of a dozen needs no room for a thousand. */
export function trackAt({ tracks }: Stream, slot: number): Track {
  while (tracks.length <= slot) tracks.push(createTrack())
  return tracks[slot] as Track
}
