import { codeNumber, codePlace, codeSigned, headingOf, NUMBER_CONTEXTS } from './codeFields.ts'
import { codeTick } from './codeTime.ts'
import { SPEED_DIGITS } from './prediction.ts'
import { BadFrame, type Coder, type Counts, codeBit, codeRaw, createCounts, MOST } from './rangeCoder.ts'
import { FINE, FIRST_LEVEL, LEVEL_BITS, STILLS } from './scales.ts'
import { LONG, OLD, SLOTS, type Stream, setHeading, type Track, trackAt } from './stream.ts'

/** Context offsets of a key frame, whose counts start empty with every key frame. Part of the wire format. */
const LIVE = 0
const FOLLOWED = 2
const INSIDE = 3
const KNOWN = 4
const TOUCHED = 5
const RESTED_LONG = 6
const AGE = 7
const PACE = AGE + NUMBER_CONTEXTS
const STILL = PACE + NUMBER_CONTEXTS
const SPEED = STILL + NUMBER_CONTEXTS
const ZEROS = SPEED + NUMBER_CONTEXTS
const WIDTH = ZEROS + NUMBER_CONTEXTS
const AXIS_STILL = WIDTH + NUMBER_CONTEXTS
const ONES = AXIS_STILL + NUMBER_CONTEXTS
const KEY_CONTEXTS = ONES + 9 * NUMBER_CONTEXTS

/**
 * The whole state of a stream: a decoder that has read it continues with the next delta, and other decoders are not
 * affected. Writing returns each value unchanged; reading fills a new stream.
 */
export function codeKey(coder: Coder, stream: Stream): void {
  const counts = createCounts(KEY_CONTEXTS)
  stream.tick = codeTick(coder, stream.tick)
  stream.tickStep = codeSigned(coder, counts, PACE, stream.tickStep)
  let before = 0
  for (let slot = 0; slot < SLOTS; slot++) {
    before = codeBit(coder, counts, LIVE + before, stream.tracks[slot]?.live ? 1 : 0)
    if (before === 0) continue
    codeTrack(coder, counts, trackAt(stream, slot))
    stream.reach = Math.max(stream.reach, slot + 1)
  }
  codeLevels(coder, counts, stream)
  codeCounts(coder, counts, stream.counts)
}

function codeTrack(coder: Coder, counts: Counts, track: Track): void {
  const at = { x: track.x, y: track.y, heading: headingOf(track) }
  const { x, y, heading } = codePlace(coder, counts, INSIDE, KNOWN, at)
  track.live = true
  track.placed = true
  track.x = x
  track.y = y
  setHeading(track, heading)
  track.followed = codeBit(coder, counts, FOLLOWED, track.followed ? 1 : 0) === 1
  if (track.followed) codeMotion(coder, counts, track)
  else if (codeBit(coder, counts, RESTED_LONG, track.still === LONG ? 1 : 0) === 1) track.still = LONG
  else track.still = codeRaw(coder, 6, track.still)
}

function codeMotion(coder: Coder, counts: Counts, track: Track): void {
  track.still = codeNumber(coder, counts, STILL, track.still)
  track.stillX = codeNumber(coder, counts, AXIS_STILL, track.stillX)
  track.stillY = codeNumber(coder, counts, AXIS_STILL, track.stillY)
  track.age = codeNumber(coder, counts, AGE, track.age)
  if (track.still > LONG || track.age > OLD || track.stillX >= STILLS || track.stillY >= STILLS)
    throw new BadFrame('a motion is older than any')
  track.fineX = track.x * FINE + codeRaw(coder, 6, track.fineX - track.x * FINE)
  track.fineY = track.y * FINE + codeRaw(coder, 6, track.fineY - track.y * FINE)
  track.speedX = codeSpeed(coder, counts, track.speedX)
  track.speedY = codeSpeed(coder, counts, track.speedY)
}

/** Only the leading digits of a speed are ever set. */
function codeSpeed(coder: Coder, counts: Counts, speed: number): number {
  const digits = 32 - Math.clz32(Math.abs(speed))
  let length = 0
  while (codeBit(coder, counts, SPEED + length, length < digits ? 1 : 0) === 1) {
    if (++length === NUMBER_CONTEXTS) throw new BadFrame('a speed has too many digits')
  }
  if (length === 0) return 0
  const digitsKept = Math.min(SPEED_DIGITS, length) - 1
  const spare = length - 1 - digitsKept
  const size =
    ((1 << digitsKept) | codeRaw(coder, digitsKept, (Math.abs(speed) >> spare) & ((1 << digitsKept) - 1))) << spare
  return codeRaw(coder, 1, speed < 0 ? 1 : 0) === 1 ? -size : size
}

function codeLevels(coder: Coder, counts: Counts, { levels, widths }: Stream): void {
  for (const [kind, level] of levels.entries()) {
    if (codeBit(coder, counts, TOUCHED, level === FIRST_LEVEL ? 0 : 1) === 1)
      levels[kind] = codeRaw(coder, LEVEL_BITS, level)
  }
  for (const [width, learned] of widths.entries()) widths[width] = codeSigned(coder, counts, WIDTH, learned)
}

/** Most contexts have few or no counts, and the count of ones correlates with the count of zeros. */
function codeCounts(coder: Coder, counts: Counts, learned: Counts): void {
  for (const [context, pair] of learned.entries()) {
    const zeros = codeNumber(coder, counts, ZEROS, pair >> 8)
    const near = ONES + NUMBER_CONTEXTS * Math.min(8, 32 - Math.clz32(zeros))
    const ones = codeNumber(coder, counts, near, pair & 0xff)
    if (zeros >= MOST || ones >= MOST) throw new BadFrame('a context was met more often than is counted')
    learned[context] = (zeros << 8) | ones
  }
}
