import { NUMBER_CONTEXTS, UNKNOWN_HEADING } from './codeFields.ts'
import { type Counts, createCounts } from './rangeCoder.ts'
import { createLevels, createWidths, type Levels, STILLS, type Widths } from './scales.ts'

/** The state that both sides of a stream share after a frame: the content of a key frame. */
export interface Stream {
  /** One track per slot up to the highest slot used, created on demand. */
  tracks: Track[]
  /** Slots from here on are empty. */
  reach: number
  counts: Counts
  levels: Levels
  widths: Widths
  /** Time of the positions, in TICK_MS since the epoch, and the interval to the previous frame. */
  tick: number
  tickStep: number
  /** The sequence number of the last frame, and a checksum over all frames so far. */
  sequence: number
  chain: number
}

export const createStream = (): Stream => ({
  tracks: [],
  reach: 0,
  counts: createCounts(CONTEXTS),
  levels: createLevels(),
  widths: createWidths(),
  tick: 0,
  tickStep: 0,
  sequence: 0,
  chain: 0,
})

/** The track of a slot, created on demand: an audience of a dozen needs no memory for a thousand. */
export function trackAt({ tracks }: Stream, slot: number): Track {
  while (tracks.length <= slot) tracks.push(createTrack())
  return tracks[slot] as Track
}

/**
 * What both sides know about one slot. Integers only, created once and reused: both sides compute identical values, and
 * nothing is allocated per position.
 */
export interface Track {
  live: boolean
  x: number
  y: number
  /** As given, or UNKNOWN_HEADING; see headingOf. */
  heading: number
  /** The speed at the last change of place, which gives the heading unless both are 0. */
  aimX: number
  aimY: number
  /** Changed place in the last frame. */
  moved: boolean
  /** Appeared in the last frame, or was in a key frame: there is no movement to interpolate. */
  placed: boolean
  /** Has a prediction; otherwise at rest. */
  followed: boolean
  /** Frames since the last change of place, up to LONG. */
  still: number
  /** The same of each coordinate, up to STILLS - 1. */
  stillX: number
  stillY: number
  /** Frames since the motion began or last missed by far, up to OLD. */
  age: number
  /** Estimated position and movement per frame, in parts of a unit. */
  fineX: number
  fineY: number
  speedX: number
  speedY: number
}

export const SLOTS = 1024
/** Limits up to which rest and age are counted. */
export const LONG = 64
export const OLD = 3
/** Frames without a change of place after which the prediction ends. */
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
  stillX: STILLS - 1,
  stillY: STILLS - 1,
  age: 0,
  fineX: 0,
  fineY: 0,
  speedX: 0,
  speedY: 0,
})

export function placeTrack(track: Track, x: number, y: number, heading: number): void {
  track.live = true
  track.placed = true
  track.moved = false
  track.x = x
  track.y = y
  setHeading(track, heading)
  startRest(track, AT_REST)
}

/** A given heading is valid until the next step. */
export function setHeading(track: Track, heading: number): void {
  track.heading = heading
  track.aimX = 0
  track.aimY = 0
}

export function startRest(track: Track, still: number): void {
  track.followed = false
  track.still = still
  track.stillX = STILLS - 1
  track.stillY = STILLS - 1
  track.age = 0
  track.speedX = 0
  track.speedY = 0
}

/** One more frame at rest. */
export function stayAtRest(track: Track): void {
  track.moved = false
  if (track.still < LONG) track.still++
}

/** Context offsets of a delta. The order is part of the wire format. */
let taken = 0
const take = (contexts: number) => {
  taken += contexts
  return taken - contexts
}

export const TIME_LEAPS = take(1)
export const TIME_STEP = take(NUMBER_CONTEXTS)
export const MEMBERS_CHANGE = take(1)
export const MEMBER_COMES = take(1)
export const HAS_HEADING = take(1)
export const INSIDE_MAP = take(1)
export const STARTS_MOVING = take(4)
export const FIRST_X = take(NUMBER_CONTEXTS)
export const FIRST_Y = take(NUMBER_CONTEXTS)
export const FIRST_Y_ONLY = take(NUMBER_CONTEXTS)
export const FAR_UNIT = take(NUMBER_CONTEXTS)

const CONTEXTS = taken
