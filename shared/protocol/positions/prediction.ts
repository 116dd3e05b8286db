import { FINE, kindOfMotion, type Levels, learnMiss, type Scale } from './scales.ts'
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

export const kindOf = (track: Track) =>
  kindOfMotion(Math.max(Math.abs(track.speedX), Math.abs(track.speedY)), track.age)

/** Updates estimate and speed with the actual position, and the level with the size of the miss. */
export function updatePrediction(track: Track, x: number, y: number, levels: Levels, kind: number, scale: Scale): void {
  const missX = middleOf(x) - track.fineX - track.speedX
  const missY = middleOf(y) - track.fineY - track.speedY
  const square = (missX * missX + missY * missY) / 2
  learnMiss(levels, kind, square > scale.square)
  track.fineX = within(track.fineX + track.speedX + part(scale.follow, missX), x)
  track.fineY = within(track.fineY + track.speedY + part(scale.follow, missY), y)
  track.speedX = coarse(track.speedX + part(scale.turn, missX))
  track.speedY = coarse(track.speedY + part(scale.turn, missY))
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

const part = (gain: number, miss: number) => (gain * miss + 128) >> 8

const within = (fine: number, unit: number) => Math.max(unit * FINE + EDGE, Math.min(unit * FINE + FINE - EDGE, fine))

/** Rounds a speed to its leading digits, which are all that a key frame carries. */
function coarse(speed: number): number {
  const size = Math.min(FASTEST, Math.abs(speed))
  const spare = Math.max(0, 32 - SPEED_DIGITS - Math.clz32(size))
  return speed < 0 ? -((size >> spare) << spare) : (size >> spare) << spare
}
