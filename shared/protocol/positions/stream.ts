import { NUMBER_CONTEXTS, UNKNOWN_HEADING } from './codeFields.ts'
import { type Counts, createCounts } from './rangeCoder.ts'
import { createLevels, type Levels, SHAPES } from './scales.ts'

/** All that the two sides of one stream have in common after a frame: what a key frame carries. */
export interface Stream {
  /** As far as any slot was ever taken: one for each, made when it or a later one was first needed. */
  tracks: Track[]
  /** Slots from here on are empty. */
  reach: number
  counts: Counts
  levels: Levels
  /** When the positions were taken, in TICK_MS since the epoch, and how long after those before. */
  tick: number
  tickStep: number
  /** The number of the last frame, and a sum over all frames so far. */
  sequence: number
  chain: number
}

export const createStream = (): Stream => ({
  tracks: [],
  reach: 0,
  counts: createCounts(CONTEXTS),
  levels: createLevels(),
  tick: 0,
  tickStep: 0,
  sequence: 0,
  chain: 0,
})

/** The track of a slot, now that somebody is there. An audience of a dozen needs no room for a thousand. */
export function trackAt({ tracks }: Stream, slot: number): Track {
  while (tracks.length <= slot) tracks.push(createTrack())
  return tracks[slot] as Track
}

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

const createTrack = (): Track => ({
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

const CONTEXTS = taken
