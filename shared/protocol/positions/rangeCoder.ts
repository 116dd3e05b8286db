/**
 * Writes or reads a frame bit by bit with an adaptive binary range coder. One description of a frame serves both
 * directions: every function takes the value to write and returns the value written or read; a reader may pass
 * anything.
 */
export interface Coder {
  isReading: boolean
  bytes: Uint8Array
  /** The next byte to write or read. */
  next: number
  /** The ends of the range, as 32-bit numbers that wrap. A byte is final as soon as both ends agree on it. */
  low: number
  high: number
  /** The reader's position in the range. */
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
  const low = coder.low
  const high = coder.high
  const pair = counts[context] as number
  const share = shareOfOne((high - low) | 0, CHANCES[pair] as number)
  const bit = coder.isReading ? isWithin((coder.code - low) | 0, share) : given
  counts[context] = addBit(pair, bit)
  narrow(coder, low, high, (low + share) | 0, bit)
  return bit
}

/** The part of the range that belongs to a one. */
const shareOfOne = (range: number, chance: number) => Math.imul(range >>> CHANCE_BITS, chance)

/** The low digits of a number (at most 24), each with even probability. */
export function codeRaw(coder: Coder, digits: number, value: number): number {
  let coded = 0
  for (let place = digits - 1; place >= 0; place--) coded = (coded << 1) | codeEven(coder, (value >>> place) & 1)
  return coded
}

function codeEven(coder: Coder, given: number): number {
  const low = coder.low
  const high = coder.high
  const share = shareOfOne((high - low) | 0, EVEN)
  const bit = coder.isReading ? isWithin((coder.code - low) | 0, share) : given
  narrow(coder, low, high, (low + share) | 0, bit)
  return bit
}

/** A one keeps the range up to `last`, a zero the part above. Branch-free, since the branch would be unpredictable. */
function narrow(coder: Coder, low: number, high: number, last: number, bit: number): void {
  const from = low ^ ((low ^ (last + 1)) & (bit - 1))
  const to = high ^ ((high ^ last) & -bit)
  if (((from ^ to) & 0xff000000) === 0) settle(coder, from, to)
  else {
    coder.low = from
    coder.high = to
  }
}

const isWithin = (offset: number, share: number) => (offset >>> 0 <= share >>> 0 ? 1 : 0)

/** Moves the bytes on which both ends agree out of the range. */
function settle(coder: Coder, from: number, to: number): void {
  let low = from
  let high = to
  do {
    if (coder.isReading) shiftIn(coder)
    else put(coder, high >>> 24)
    low <<= 8
    high = (high << 8) | 0xff
  } while (((low ^ high) & 0xff000000) === 0)
  coder.low = low
  coder.high = high
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
  high: -1,
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
  coder.high = -1
  coder.code = 0
}

/** A byte that, followed by zeros, lies in the range; 0 if zeros alone do. */
const lastByte = (low: number) => (low === 0 ? 0 : (low >>> 24) + 1)

/** The written frame as a copy. Trailing zeros are omitted, since the reader supplies them. */
export function finish(coder: Coder, room: number): Uint8Array {
  put(coder, lastByte(coder.low))
  let size = coder.next
  while (size > room && coder.bytes[size - 1] === 0) size--
  return coder.bytes.slice(0, size)
}

/**
 * Whether the frame ends exactly as a writer of the same values would have ended it. A damaged frame hardly ever does,
 * so this check costs no extra byte.
 */
export function isFinished({ bytes, next, low, code }: Coder, room: number): boolean {
  const trimmed = bytes.length === room || bytes[bytes.length - 1] !== 0
  return trimmed && bytes.length <= next - 3 && code === lastByte(low) << 24
}

/** Bits written so far, with fraction. */
export const bitsWritten = ({ next, low, high }: Coder) => 8 * next - Math.log2(((high - low) >>> 0) + 1)

/** A frame that violates its format. Never leaves the decoder, which returns 'bad'. */
export class BadFrame extends Error {}
