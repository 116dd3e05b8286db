import { CHANCE_BITS, CHANCES, type Counts, counted } from './counts.ts'

/**
 * Writes or reads a frame bit by bit, each bit costing as much as it was unlikely. One description of a frame serves both
 * ways: every function takes what is to be written and returns what was written or read; a reader may pass anything.
 */
export interface Coder {
  isReading: boolean
  bytes: Uint8Array
  /** The next byte to be written or read. */
  next: number
  /** The ends of the range, as 32-bit numbers that wrap. A byte is settled as soon as both ends agree on it. */
  low: number
  high: number
  /** What the reader looks for in the range. */
  code: number
}

const EVEN = 1 << (CHANCE_BITS - 1)

/** A bit that is as likely as it was before in this context. */
export function codeBit(coder: Coder, counts: Counts, context: number, given: number): number {
  const low = coder.low
  const high = coder.high
  const pair = counts[context] as number
  const share = shareOfOne((high - low) | 0, CHANCES[pair] as number)
  const bit = coder.isReading ? isWithin((coder.code - low) | 0, share) : given
  counts[context] = counted(pair, bit)
  narrow(coder, low, high, (low + share) | 0, bit)
  return bit
}

/** How much of the range belongs to a one. */
const shareOfOne = (range: number, chance: number) => Math.imul(range >>> CHANCE_BITS, chance)

/** The low digits of a number (at most 24), each as likely one as zero. */
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

/** A one keeps the range up to `last`, a nought what lies above. Without branching: which it is cannot be foreseen. */
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

/** The next byte of the frame read; past its end there are zeros. */
export function shiftIn(coder: Coder): void {
  const byte = coder.next < coder.bytes.length ? (coder.bytes[coder.next] as number) : 0
  coder.code = (coder.code << 8) | byte
  coder.next++
}

/** One more byte of the frame written. */
export function put(coder: Coder, byte: number): void {
  if (coder.next === coder.bytes.length) {
    const wider = new Uint8Array(2 * coder.next)
    wider.set(coder.bytes)
    coder.bytes = wider
  }
  coder.bytes[coder.next++] = byte
}
