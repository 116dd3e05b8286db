/**
 * Writes or reads a frame decision by decision with a range coder: adaptive bits, and values with given shares. One
 * description of a frame serves both directions: every function takes the value to write and returns the value written
 * or read; a reader may pass anything.
 */
export interface Coder {
  isReading: boolean
  bytes: Uint8Array
  /** The next byte to write or read. */
  next: number
  /** The start of the range and its size, as 32-bit numbers that wrap. The size is at least 2^24 before every decision. */
  low: number
  range: number
  /** The reader's position in the range, from its start. */
  code: number
}

/**
 * Adaptive probabilities: for each context the counts of zeros (high byte) and ones (low byte). Two bytes per context,
 * because a key frame carries them all. Both sides count in the same way, so both know the same probability before
 * every bit.
 */
export type Counts = Uint16Array

/** Counts stay below this. */
export const MOST = 255

/** Probabilities are in 1/4096. */
const CHANCE_BITS = 12

/** The probability of a one for every pair of counts: never 0 and never 1. */
const CHANCES = Uint16Array.from({ length: 1 << 16 }, (_, pair) => {
  const [zeros, ones] = [pair >> 8, pair & 0xff]
  return Math.round((2 ** CHANCE_BITS * (2 * ones + 1)) / (2 * (zeros + ones) + 2))
})

export const createCounts = (contexts: number): Counts => new Uint16Array(contexts)

/** A pair of counts after one more bit. Both are halved when one is full, so that old bits lose weight. */
function addBit(pair: number, bit: number): number {
  const more = pair + 256 - 255 * bit
  return (more & 0xff) === MOST || more >= MOST << 8 ? (more >> 1) & 0x7f7f : more
}

const EVEN = 1 << (CHANCE_BITS - 1)

/** A bit with the adaptive probability of its context. */
export function codeBit(coder: Coder, counts: Counts, context: number, given: number): number {
  const pair = counts[context] as number
  const bit = decide(coder, CHANCES[pair] as number, given)
  counts[context] = addBit(pair, bit)
  return bit
}

/** The low digits of a number (at most 24), each with even probability. */
export function codeRaw(coder: Coder, digits: number, value: number): number {
  let coded = 0
  for (let place = digits - 1; place >= 0; place--) coded = (coded << 1) | decide(coder, EVEN, (value >>> place) & 1)
  return coded
}

/** A one takes the lower part of the range. Branch-free, since the branch would be unpredictable. */
function decide(coder: Coder, chance: number, given: number): number {
  const range = coder.range
  const share = Math.imul(range >>> CHANCE_BITS, chance)
  const bit = coder.isReading ? isBelow(coder.code, share) : given
  take(coder, share & (bit - 1), (share & -bit) | ((range - share) & (bit - 1)))
  return bit
}

const isBelow = (one: number, other: number) => (one >>> 0 < other >>> 0 ? 1 : 0)

/** Shares of codeShare are in 1/65536. */
const SHARE_BITS = 16
export const ALL_SHARES = 1 << SHARE_BITS

/** One value of many: the one whose shares begin after `below` others. */
export function codeShare(coder: Coder, below: number, shares: number): void {
  const share = coder.range >>> SHARE_BITS
  take(coder, Math.imul(share, below), Math.imul(share, shares))
}

/** The share in which the reader is: of the next value, whose shares the caller then passes to codeShare. */
export function readShare({ code, range }: Coder): number {
  return Math.min(ALL_SHARES - 1, ((code >>> 0) / (range >>> SHARE_BITS)) | 0)
}

/** Reduces the range to a part of it. */
function take(coder: Coder, offset: number, size: number): void {
  const low = (coder.low + offset) | 0
  if (coder.isReading) coder.code = (coder.code - offset) | 0
  else if (low >>> 0 < offset >>> 0) carry(coder)
  if (size >>> 24 === 0) settle(coder, low, size)
  else {
    coder.low = low
    coder.range = size
  }
}

/** Moves the bytes out of a small range that nothing but a carry can change any more. */
function settle(coder: Coder, from: number, size: number): void {
  let [low, range] = [from, size]
  do {
    if (coder.isReading) shiftIn(coder)
    else put(coder, low >>> 24)
    low <<= 8
    range <<= 8
  } while (range >>> 24 === 0)
  coder.low = low
  coder.range = range
}

/** Adds one to the bytes written so far, as the start of the range has wrapped. */
function carry({ bytes, next }: Coder): void {
  let last = next - 1
  while (bytes[last] === 0xff) bytes[last--] = 0
  bytes[last] = (bytes[last] as number) + 1
}

/** Reads the next byte; after the end zeros. */
function shiftIn(coder: Coder): void {
  const byte = coder.next < coder.bytes.length ? (coder.bytes[coder.next] as number) : 0
  coder.code = (coder.code << 8) | byte
  coder.next++
}

/** Writes a byte. */
function put(coder: Coder, byte: number): void {
  if (coder.next === coder.bytes.length) {
    const wider = new Uint8Array(2 * coder.next)
    wider.set(coder.bytes)
    coder.bytes = wider
  }
  coder.bytes[coder.next++] = byte
}

const FIRST_SIZE = 2048

export const createCoder = (): Coder => ({
  isReading: false,
  bytes: new Uint8Array(FIRST_SIZE),
  next: 0,
  low: 0,
  range: -1,
  code: 0,
})

/** Starts writing a frame after `room` bytes of header; never into the bytes of a frame that was read. */
export function startWriting(coder: Coder, room: number): void {
  if (coder.isReading) coder.bytes = new Uint8Array(FIRST_SIZE)
  coder.isReading = false
  start(coder, room)
}

/** Starts reading a frame after its header. */
export function startReading(coder: Coder, frame: Uint8Array, room: number): void {
  coder.isReading = true
  coder.bytes = frame
  start(coder, room)
  for (let read = 0; read < 4; read++) shiftIn(coder)
}

function start(coder: Coder, room: number): void {
  coder.next = room
  coder.low = 0
  coder.range = -1
  coder.code = 0
}

/** Where in the range a frame ends: at the number with the most zeros at its end, which need not be written. */
function endOf({ low, range }: Coder): number {
  const wraps = (low >>> 0) + (range >>> 0) > 2 ** 32
  return low === 0 || wraps ? 0 : (low + 0xffffff) & 0xff000000
}

/** The written frame as a copy. Trailing zeros are omitted, since the reader supplies them. */
export function finish(coder: Coder, room: number): Uint8Array {
  const end = endOf(coder)
  if (end === 0 && coder.low !== 0) carry(coder)
  put(coder, end >>> 24)
  let size = coder.next
  while (size > room && coder.bytes[size - 1] === 0) size--
  return coder.bytes.slice(0, size)
}

/**
 * Whether the frame ends exactly as a writer of the same values would have ended it. A damaged frame hardly ever does,
 * so this check costs no extra byte.
 */
export function isFinished(coder: Coder, room: number): boolean {
  const { bytes, next, low, code } = coder
  const trimmed = bytes.length === room || bytes[bytes.length - 1] !== 0
  return trimmed && bytes.length <= next - 3 && code === ((endOf(coder) - low) | 0)
}

/** Bits written so far, with fraction. */
export const bitsWritten = ({ next, range }: Coder) => 8 * next - Math.log2(range >>> 0)

/** A frame that violates its format. Never leaves the decoder, which returns 'bad'. */
export class BadFrame extends Error {}
