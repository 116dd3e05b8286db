import { UNKNOWN_HEADING } from './heading.ts'
import { FINE, kindOfMotion, type Levels, learnMiss, type Scale } from './scales.ts'

/**
 * What both sides know of one slot. Small integers only, made once and reused: the two sides compute the same, and nothing
 * is allocated for a position.
 */
export interface Track {
  live: boolean
  x: number
  y: number
  /** As told, or UNKNOWN_HEADING; see headingOf. */
  heading: number
  /** The speed at the last change of place: where it looks, unless both are nothing and the heading was told. */
  aimX: number
  aimY: number
  /** Changed place in the last frame. */
  moved: boolean
  /** Appeared in the last frame, or came with a key frame: nothing to ease from. */
  placed: boolean
  /** Followed by a prediction; otherwise at rest. */
  followed: boolean
  /** Frames since the last change of place, up to LONG. */
  still: number
  /** Frames since the motion began or last surprised, up to OLD. */
  age: number
  /** Where inside its unit the animal is believed to be, and how far it goes each frame, in parts of a unit. */
  fineX: number
  fineY: number
  speedX: number
  speedY: number
}

export const SLOTS = 1024
export const LONG = 64
export const OLD = 3
const AT_REST = 12
/** A belief this near the edge of its unit is more often wrong than right. */
const EDGE = 12
/** Binary digits of a speed that count. */
export const SPEED_DIGITS = 5
/** Faster is no animal: 512 units a frame. */
const FASTEST = (1 << 15) - 1

export const createTrack = (): Track => ({
  live: false,
  x: 0,
  y: 0,
  heading: UNKNOWN_HEADING,
  aimX: 0,
  aimY: 0,
  moved: false,
  placed: false,
  followed: false,
  still: 0,
  age: 0,
  fineX: 0,
  fineY: 0,
  speedX: 0,
  speedY: 0,
})

const middleOf = (unit: number) => unit * FINE + FINE / 2

export function place(track: Track, x: number, y: number, heading: number): void {
  track.live = true
  track.placed = true
  track.moved = false
  track.x = x
  track.y = y
  look(track, heading)
  rest(track, AT_REST)
}

/** A heading that was told counts until the next step. */
export function look(track: Track, heading: number): void {
  track.heading = heading
  track.aimX = 0
  track.aimY = 0
}

function rest(track: Track, still: number): void {
  track.followed = false
  track.still = still
  track.age = 0
  track.speedX = 0
  track.speedY = 0
}

/** The first step after a rest. One unit says only that an edge was crossed; more says how fast, less the part spent standing. */
export function setOff(track: Track, x: number, y: number): void {
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

/** Takes what was learned of the next place into the belief, and the size of the miss into the levels. */
export function follow(track: Track, x: number, y: number, levels: Levels, kind: number, scale: Scale): void {
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
  if (stopped || track.still >= AT_REST) rest(track, AT_REST)
  else if (isJump(square, scale)) rest(track, 0)
}

/** No animal runs like that: it was put there, and where it goes next has nothing to do with it. */
const isJump = (square: number, scale: Scale) => square > 256 * scale.square + (64 * FINE) ** 2

/** One more frame at rest. */
export function stand(track: Track): void {
  track.moved = false
  if (track.still < LONG) track.still++
}

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

/** The first digits of a speed are as good as all, and a key frame carries no more. */
function coarse(speed: number): number {
  const size = Math.min(FASTEST, Math.abs(speed))
  const spare = Math.max(0, 32 - SPEED_DIGITS - Math.clz32(size))
  return speed < 0 ? -((size >> spare) << spare) : (size >> spare) << spare
}
