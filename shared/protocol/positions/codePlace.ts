import type { Counts } from './counts.ts'
import { HEADING_BITS, UNKNOWN_HEADING } from './heading.ts'
import type { Coder } from './rangeCoder.ts'

/** The map is 4096 units wide; positions outside it exist and are kept, as far as 16 signed bits go. */
const MAP_BITS = 12
const WORLD_BITS = 16
const FARTHEST = 2 ** (WORLD_BITS - 1)

export const isInWorld = (x: number, y: number) =>
  Number.isInteger(x) && Number.isInteger(y) && x >= -FARTHEST && x < FARTHEST && y >= -FARTHEST && y < FARTHEST

/** A position about which nothing is known, and its heading. The decoder gives any values and takes those returned. */
export function codePlace(coder: Coder, counts: Counts, inside: number, known: number, at: Place): Place {
  const onMap = (at.x | at.y) >>> 0 < 2 ** MAP_BITS ? 1 : 0
  if (coder.bit(counts, inside, onMap) === 1)
    return {
      x: coder.raw(MAP_BITS, at.x),
      y: coder.raw(MAP_BITS, at.y),
      heading: codeHeading(coder, counts, known, at.heading),
    }
  return {
    x: coder.raw(WORLD_BITS, at.x + FARTHEST) - FARTHEST,
    y: coder.raw(WORLD_BITS, at.y + FARTHEST) - FARTHEST,
    heading: codeHeading(coder, counts, known, at.heading),
  }
}

export interface Place {
  x: number
  y: number
  heading: number
}

const codeHeading = (coder: Coder, counts: Counts, known: number, heading: number) =>
  coder.bit(counts, known, heading === UNKNOWN_HEADING ? 0 : 1) === 1
    ? coder.raw(HEADING_BITS, heading)
    : UNKNOWN_HEADING
