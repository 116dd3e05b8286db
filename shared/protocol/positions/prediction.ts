import { capped, greater, lesser } from './branchFree.ts'
import { FINE, kindOfMotion, type Levels, learnMiss, type Scale, STILLS } from './scales.ts'
import { AT_REST, OLD, startRest, type Track } from './stream.ts'

/** An estimate this close to the edge of its unit is more often wrong than right. */
const EDGE = 12
/** Significant binary digits of a speed. */
export const SPEED_DIGITS = 5
/** Maximum speed: 512 units a frame. */
const FASTEST = (1 << 15) - 1

const middleOf = (unit: number) => unit * FINE + FINE / 2

/**
 * The first step after a rest. A step of one unit only says that an edge was crossed; a longer one gives the speed,
 * less the time spent at rest.
 */
export function startMotion(track: Track, x: number, y: number): void {
  const stepX = x - track.x
  const stepY = y - track.y
  const far = Math.max(Math.abs(stepX), Math.abs(stepY)) > 1
  track.fineX = middleOf(x) - (far ? 0 : (FINE / 4) * stepX)
  track.fineY = middleOf(y) - (far ? 0 : (FINE / 4) * stepY)
  track.speedX = coarse((stepX * FINE * (far ? 13 : 6)) >> 4)
  track.speedY = coarse((stepY * FINE * (far ? 13 : 6)) >> 4)
  track.followed = true
  track.age = 0
  arrive(track, x, y)
}

export const kindOf = (track: Track) => kindOfMotion(greater(Math.abs(track.speedX), Math.abs(track.speedY)), track.age)

/**
 * Updates estimate and speed with the actual position, and the level with the size of the miss. Its parts are written
 * out: V8 then compiles it by itself, with all that it calls. Smaller, it would become part of its caller, which has no
 * room left for those calls, and an update of all positions took a tenth longer.
 */
export function updatePrediction(track: Track, x: number, y: number, levels: Levels, kind: number, scale: Scale): void {
  const { follow, turn } = scale
  const expectedX = track.fineX + track.speedX
  const expectedY = track.fineY + track.speedY
  const missX = (x * FINE + FINE / 2 - expectedX) | 0
  const missY = (y * FINE + FINE / 2 - expectedY) | 0
  const sizeX = capped(missX)
  const sizeY = capped(missY)
  // Rounded up, since it is compared with whole numbers only; all of them are less than the square of a capped size.
  const square = (Math.imul(sizeX, sizeX) + Math.imul(sizeY, sizeY) + 1) >>> 1
  learnMiss(levels, kind, (scale.square - square) >>> 31)
  track.fineX = within(expectedX + ((Math.imul(follow, missX) + 128) >> 8), x * FINE)
  track.fineY = within(expectedY + ((Math.imul(follow, missY) + 128) >> 8), y * FINE)
  track.speedX = coarse(track.speedX + ((Math.imul(turn, missX) + 128) >> 8))
  track.speedY = coarse(track.speedY + ((Math.imul(turn, missY) + 128) >> 8))
  track.age = square > 9 * scale.square ? 1 : Math.min(OLD, track.age + 1)
  arrive(track, x, y)
  const stopped = track.still >= 2 && track.speedX === 0 && track.speedY === 0
  if (stopped || track.still >= AT_REST) startRest(track, AT_REST)
  else if (isJump(square, scale)) startRest(track, 0)
}

const JUMP_SQUARE = (64 * FINE) ** 2

/** A miss too large for an animal is a teleport: its previous movement says nothing about the next. */
const isJump = (square: number, scale: Scale) => square > 256 * scale.square + JUMP_SQUARE

function arrive(track: Track, x: number, y: number): void {
  track.stillX = stillAfter(track.stillX, x - track.x)
  track.stillY = stillAfter(track.stillY, y - track.y)
  track.moved = x !== track.x || y !== track.y
  track.x = x
  track.y = y
  if (!track.moved) {
    track.still++
    return
  }
  track.still = 0
  track.aimX = track.speedX
  track.aimY = track.speedY
}

const stillAfter = (still: number, step: number) => (step === 0 ? Math.min(STILLS - 1, still + 1) : 0)

/** `start`: of the unit, in parts. */
const within = (fine: number, start: number) => greater(start + EDGE, lesser(start + FINE - EDGE, fine))

/** Rounds a speed towards zero to its leading digits, which are all that a key frame carries. */
function coarse(speed: number): number {
  const sign = speed >> 31
  const size = Math.min(FASTEST, Math.abs(speed))
  const spare = Math.max(0, 32 - SPEED_DIGITS - Math.clz32(size))
  return (((size >> spare) << spare) ^ sign) - sign
}
