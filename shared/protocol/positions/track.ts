import { UNKNOWN_HEADING } from './heading.ts'

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
/** Frames beyond which rest is not counted, and beyond which a motion is not young. */
export const LONG = 64
export const OLD = 3
/** Frames without a change of place after which nothing is foretold any more. */
export const AT_REST = 12

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

export function rest(track: Track, still: number): void {
  track.followed = false
  track.still = still
  track.age = 0
  track.speedX = 0
  track.speedY = 0
}

/** One more frame at rest. */
export function stand(track: Track): void {
  track.moved = false
  if (track.still < LONG) track.still++
}
