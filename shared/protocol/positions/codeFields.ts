import { BadFrame, type Coder, type Counts, codeBit, codeRaw } from './rangeCoder.ts'

/** Number of contexts that one kind of number takes, and its maximum number of digits. */
export const NUMBER_CONTEXTS = 20

/**
 * A number from 0 to a million, cheap for small values: its number of binary digits in adaptive bits, then the digits.
 * The limit keeps a hostile frame from requesting endless digits.
 */
export function codeNumber(coder: Coder, counts: Counts, context: number, value: number): number {
  const digits = 31 - Math.clz32(value + 1)
  let length = 0
  while (codeBit(coder, counts, context + length, length < digits ? 1 : 0) === 1) {
    if (++length === NUMBER_CONTEXTS) throw new BadFrame('a number has too many digits')
  }
  return (1 << length) + codeRaw(coder, length, value + 1 - (1 << length)) - 1
}

/** Zigzag encoding of signed numbers: 0, -1, 1, -2, 2 … */
export const fold = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
export const unfold = (folded: number) => (folded & 1 ? -((folded + 1) >> 1) : folded >> 1)

export const codeSigned = (coder: Coder, counts: Counts, context: number, value: number) =>
  unfold(codeNumber(coder, counts, context, fold(value)))

/** Headings are 64ths of a turn, clockwise from east: the map's x points east and its y south. */
export const HEADINGS = 64
const HEADING_BITS = 6
/** No heading was given, and the animal has not moved yet. */
export const UNKNOWN_HEADING = -1

/** An animal's heading: the smoothed direction of movement, or as given. Computed on demand only. */
export function headingOf({ aimX, aimY, heading }: { aimX: number; aimY: number; heading: number }): number {
  if (aimX === 0 && aimY === 0) return heading
  return Math.round((Math.atan2(aimY, aimX) * HEADINGS) / (2 * Math.PI)) & (HEADINGS - 1)
}

/** The map is 4096 units wide; positions outside it are kept within 16 signed bits. */
const MAP_BITS = 12
const WORLD_BITS = 16
const FARTHEST = 2 ** (WORLD_BITS - 1)

/** Whether both are whole numbers of 16 signed bits. */
export const isInWorld = (x: number, y: number) => (x << 16) >> 16 === x && (y << 16) >> 16 === y

/** A position without prediction, and its heading. The decoder may pass any values and uses those returned. */
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

interface Place {
  x: number
  y: number
  heading: number
}

const codeHeading = (coder: Coder, counts: Counts, known: number, heading: number) =>
  codeBit(coder, counts, known, heading === UNKNOWN_HEADING ? 0 : 1) === 1
    ? codeRaw(coder, HEADING_BITS, heading)
    : UNKNOWN_HEADING
