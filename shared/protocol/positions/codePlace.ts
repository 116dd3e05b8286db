import type { Counts } from './counts.ts'
import { HEADING_BITS, UNKNOWN_HEADING } from './heading.ts'
import { type Coder, codeBit, codeRaw } from './rangeCoder.ts'

/** The map is 4096 units wide; positions outside it exist and are kept, as far as 16 signed bits go. */
const MAP_BITS = 12
const WORLD_BITS = 16
const FARTHEST = 2 ** (WORLD_BITS - 1)

/** Whole numbers that 16 signed bits hold are those that come through them unchanged. */
export const isInWorld = (x: number, y: number) => (x << 16) >> 16 === x && (y << 16) >> 16 === y

/** A position about which nothing is known, and its heading. The decoder gives any values and takes those returned. */
export function codePlace(coder: Coder, counts: Counts, inside: number, known: number, at: Place): Place {
  const onMap = (at.x | at.y) >>> 0 < 2 ** MAP_BITS ? 1 : 0
  if (codeBit(coder, counts, inside, onMap) === 1)
    return {
      x: codeRaw(coder, MAP_BITS, at.x),
      y: codeRaw(coder, MAP_BITS, at.y),
      heading: codeHeading(coder, counts, known, at.heading),
    }
  return {
    x: codeRaw(coder, WORLD_BITS, at.x + FARTHEST) - FARTHEST,
    y: codeRaw(coder, WORLD_BITS, at.y + FARTHEST) - FARTHEST,
    heading: codeHeading(coder, counts, known, at.heading),
  }
}

export interface Place {
  x: number
  y: number
  heading: number
}

const codeHeading = (coder: Coder, counts: Counts, known: number, heading: number) =>
  codeBit(coder, counts, known, heading === UNKNOWN_HEADING ? 0 : 1) === 1
    ? codeRaw(coder, HEADING_BITS, heading)
    : UNKNOWN_HEADING
