import { capped } from './branchFree.ts'
import { codeAxis } from './codeAxis.ts'
import { codeNumber, codeSigned, fold, unfold } from './codeFields.ts'
import { kindOf, startMotion, updatePrediction } from './prediction.ts'
import { type Coder, type Counts, codeBit } from './rangeCoder.ts'
import { FINE, type Scale, scaleAt, widthOf } from './scales.ts'
import { FIRST_X, FIRST_Y, FIRST_Y_ONLY, LONG, STARTS_MOVING, type Stream, stayAtRest, type Track } from './stream.ts'

/**
 * Codes the next position of one animal from its prediction and updates the prediction. The decoder may pass any x and
 * y.
 */
export function codeStep(coder: Coder, stream: Stream, track: Track, x: number, y: number): void {
  if (track.followed) codeFollowed(coder, stream, track, x, y)
  else codeResting(coder, stream.counts, track, x, y)
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

function codeFollowed(coder: Coder, stream: Stream, track: Track, x: number, y: number): void {
  const { levels } = stream
  const kind = kindOf(track)
  const level = levels[kind] as number
  const scale = scaleAt(level)
  const expectedX = track.fineX + track.speedX
  const nextX = codeAxis(coder, stream, level, widthOf(kind, 0, track.stillX), expectedX, x)
  const missed = 1 + sizeOfMiss(nextX * FINE + FINE / 2 - expectedX, scale)
  const nextY = codeAxis(coder, stream, level, widthOf(kind, missed, track.stillY), track.fineY + track.speedY, y)
  updatePrediction(track, nextX, nextY, levels, kind, scale)
}

/** A large miss on one axis predicts one on the other: 0, 1 or 2, without a branch. */
function sizeOfMiss(miss: number, { medium, large }: Scale): number {
  const size = capped(miss)
  const square = Math.imul(size, size)
  return 2 + ((square - medium) >> 31) + ((square - large) >> 31)
}
