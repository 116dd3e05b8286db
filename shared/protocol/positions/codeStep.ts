import { capped, lesser } from './branchFree.ts'
import { codeNumber, codeSigned, fold, unfold } from './codeFields.ts'
import { kindOf, startMotion, updatePrediction } from './prediction.ts'
import { type Coder, type Counts, codeBit, codeRaw } from './rangeCoder.ts'
import { FALL_BITS, FINE, type Levels, type Scale, scaleAt } from './scales.ts'
import {
  CELL_CONTEXTS,
  CELL_X,
  CELL_Y,
  EDGES,
  FAR_CELL,
  FIRST_X,
  FIRST_Y,
  FIRST_Y_ONLY,
  HALF_OF_CELL,
  LONG,
  SIDES,
  STARTS_MOVING,
  stayAtRest,
  type Track,
} from './stream.ts'

/**
 * Codes the next position of one animal from its prediction and updates the prediction. The decoder may pass any x and
 * y.
 */
export function codeStep(coder: Coder, counts: Counts, levels: Levels, track: Track, x: number, y: number): void {
  if (track.followed) codeFollowed(coder, counts, levels, track, x, y)
  else codeResting(coder, counts, track, x, y)
}

/** Rest is coded with contexts by its length: the longer it has lasted, the less likely it ends. */
function codeResting(coder: Coder, counts: Counts, track: Track, x: number, y: number): void {
  const rested = track.still < 16 ? 0 : track.still < 32 ? 1 : track.still < LONG ? 2 : 3
  const moves = x !== track.x || y !== track.y ? 1 : 0
  if (codeBit(coder, counts, STARTS_MOVING + rested, moves) === 0) {
    stayAtRest(track)
    return
  }
  const stepX = codeSigned(coder, counts, FIRST_X, x - track.x)
  const stepY =
    stepX === 0
      ? unfold(codeNumber(coder, counts, FIRST_Y_ONLY, fold(y - track.y) - 1) + 1)
      : codeSigned(coder, counts, FIRST_Y, y - track.y)
  startMotion(track, track.x + stepX, track.y + stepY)
}

function codeFollowed(coder: Coder, counts: Counts, levels: Levels, track: Track, x: number, y: number): void {
  const kind = kindOf(track)
  const scale = scaleAt(levels, kind)
  const expectedX = track.fineX + track.speedX
  const nextX = codeCell(coder, counts, CELL_X, scale, expectedX, x)
  const missed = CELL_Y + CELL_CONTEXTS * sizeOfMiss(nextX * FINE + FINE / 2 - expectedX, scale)
  const nextY = codeCell(coder, counts, missed, scale, track.fineY + track.speedY, y)
  updatePrediction(track, nextX, nextY, levels, kind, scale)
}

/** A large miss on one axis predicts one on the other: 0, 1 or 2, without a branch. */
function sizeOfMiss(miss: number, { medium, large }: Scale): number {
  const size = capped(miss)
  const square = Math.imul(size, size)
  return 2 + ((square - medium) >> 31) + ((square - large) >> 31)
}

/** Beyond this many cells the remaining distance is coded as a number. */
const WALK = 20

/**
 * Codes one coordinate, in whole units, near its expected value (in parts of a unit). The axis is divided into cells
 * about as wide as typical misses. Coded first is the side of the nearest edge, then cell by cell outwards, each with a
 * learned probability that depends on the distance of the next edge in misses. The position inside a wide cell is
 * nearly uniform.
 *
 * `| 0` and Math.imul tell V8 that sums and products are 32-bit numbers, which need no check for overflow.
 */
function codeCell(
  coder: Coder,
  counts: Counts,
  context: number,
  scale: Scale,
  expected: number,
  value: number,
): number {
  const { shift, bits, fall } = scale
  const wide = 1 << bits
  const targetCell = value >> shift
  const shape = (context + Math.imul(scale.shape, SIDES + EDGES)) | 0

  const edge = (expected + (wide >> 1)) >> bits
  const ahead = ((edge << bits) - expected) | 0
  const likelier = isNatural(0 - ahead)
  const side = lesser(SIDES - 1, Math.imul(Math.abs(ahead), 3 * fall) >> FALL_BITS)
  const up = likelier ^ codeBit(coder, counts, shape + side, likelier ^ isNatural(targetCell - edge))
  const step = ((up << 1) - 1) | 0

  let cell = (edge + up - 1) | 0
  let far = (wide + Math.imul(step, ahead)) | 0
  let walked = 0
  while (
    isBeyond(coder, counts, shape + SIDES + lesser(EDGES - 1, Math.imul(far, fall) >> FALL_BITS), targetCell !== cell)
  ) {
    cell = (cell + step) | 0
    far = (far + wide) | 0
    if (++walked < WALK) continue
    cell += Math.imul(step, codeNumber(coder, counts, FAR_CELL, Math.abs(targetCell - cell)))
    break
  }
  return shift === 0 ? cell : codeInside(coder, counts, HALF_OF_CELL + 2 * Math.min(2, walked) + up, shift, cell, value)
}

/** The position inside a cell of several units: the half depends slightly on the direction, the rest is uniform. */
function codeInside(coder: Coder, counts: Counts, context: number, shift: number, cell: number, value: number): number {
  const half = codeBit(coder, counts, context, (value >> (shift - 1)) & 1)
  return (((cell << 1) | half) << (shift - 1)) | codeRaw(coder, shift - 1, value)
}

/** 1 for 0 and above, 0 below; branch-free, since the branch would be unpredictable. */
const isNatural = (difference: number) => 1 + (difference >> 31)

const isBeyond = (coder: Coder, counts: Counts, context: number, beyond: boolean) =>
  codeBit(coder, counts, context, beyond ? 1 : 0) === 1
