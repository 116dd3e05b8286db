import { NUMBER_CONTEXTS } from './codeNumber.ts'
import { SHAPES } from './scales.ts'

/** Where each kind of bit of a delta has its counts. The order is part of the wire format. */
let taken = 0
const take = (contexts: number) => {
  taken += contexts
  return taken - contexts
}

/** How far the predicted edge may be, and how far the next edge, in steps of the miss: see codeCell. */
export const SIDES = 8
export const EDGES = 7

export const TIME_LEAPS = take(1)
export const TIME_STEP = take(NUMBER_CONTEXTS)
export const MEMBERS_CHANGE = take(1)
export const MEMBER_COMES = take(1)
export const HAS_HEADING = take(1)
export const INSIDE_MAP = take(1)
export const SETS_OFF = take(4)
export const FIRST_X = take(NUMBER_CONTEXTS)
export const FIRST_Y = take(NUMBER_CONTEXTS)
export const FIRST_Y_ONLY = take(NUMBER_CONTEXTS)
export const FAR_CELL = take(NUMBER_CONTEXTS)
export const HALF_OF_CELL = take(6)
export const CELL_CONTEXTS = SHAPES * (SIDES + EDGES)
export const CELL_X = take(CELL_CONTEXTS)
/** After a small, a middling and a large miss in x. */
export const CELL_Y = take(3 * CELL_CONTEXTS)

export const CONTEXTS = taken
