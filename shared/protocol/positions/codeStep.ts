import { codeCell } from './codeCell.ts'
import { codeNumber, codeSigned, fold, unfold } from './codeNumber.ts'
import { CELL_CONTEXTS, CELL_X, CELL_Y, FIRST_X, FIRST_Y, FIRST_Y_ONLY, SETS_OFF } from './contexts.ts'
import type { Counts } from './counts.ts'
import { follow, kindOf, setOff } from './follow.ts'
import { type Coder, codeBit } from './rangeCoder.ts'
import { FINE, type Levels, type Scale, scaleAt } from './scales.ts'
import { LONG, stand, type Track } from './track.ts'

/** Where one animal is now, given all that is known of it; then that is known too. The decoder gives any x and y. */
export function codeStep(coder: Coder, counts: Counts, levels: Levels, track: Track, x: number, y: number): void {
  if (track.followed) codeFollowed(coder, counts, levels, track, x, y)
  else codeResting(coder, counts, track, x, y)
}

/** Rest lasts: the longer it has, the less likely it ends now. */
function codeResting(coder: Coder, counts: Counts, track: Track, x: number, y: number): void {
  const rested = track.still < 16 ? 0 : track.still < 32 ? 1 : track.still < LONG ? 2 : 3
  const moves = x !== track.x || y !== track.y ? 1 : 0
  if (codeBit(coder, counts, SETS_OFF + rested, moves) === 0) {
    stand(track)
    return
  }
  const stepX = codeSigned(coder, counts, FIRST_X, x - track.x)
  const stepY =
    stepX === 0
      ? unfold(codeNumber(coder, counts, FIRST_Y_ONLY, fold(y - track.y) - 1) + 1)
      : codeSigned(coder, counts, FIRST_Y, y - track.y)
  setOff(track, track.x + stepX, track.y + stepY)
}

function codeFollowed(coder: Coder, counts: Counts, levels: Levels, track: Track, x: number, y: number): void {
  const kind = kindOf(track)
  const scale = scaleAt(levels, kind)
  const expectedX = track.fineX + track.speedX
  const nextX = codeCell(coder, counts, CELL_X, scale, expectedX, x)
  const missed = CELL_Y + CELL_CONTEXTS * sizeOfMiss(nextX * FINE + FINE / 2 - expectedX, scale)
  const nextY = codeCell(coder, counts, missed, scale, track.fineY + track.speedY, y)
  follow(track, nextX, nextY, levels, kind, scale)
}

/** A surprise on one axis foretells one on the other. */
function sizeOfMiss(miss: number, scale: Scale): number {
  const square = miss * miss
  return square < 0.5 * scale.square ? 0 : square < 2.5 * scale.square ? 1 : 2
}
