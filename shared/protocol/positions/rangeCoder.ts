import { type Counts, chanceOfOne, learnBit } from './counts.ts'

/**
 * One description of a frame serves both sides: the encoder writes the bit it is given and returns it, the decoder ignores
 * what it is given and returns the bit that was written.
 */
export interface Coder {
  bit(counts: Counts, context: number, bit: number): number
  /** The low `width` bits of the value (at most 24), each as likely one as zero. */
  raw(width: number, value: number): number
}

/** How much of the range belongs to a one. Wrapping 32-bit arithmetic throughout, so that no number leaves the integers. */
const shareOfOne = (range: number, chance: number) =>
  Math.imul(range >>> 16, chance) + (Math.imul(range & 0xffff, chance) >>> 16)

const EVEN = 0x8000

/** The range is [low, high]; a byte is written as soon as both ends agree on it. */
export function createRangeEncoder() {
  let bytes = new Uint8Array(2048)
  let size = 0
  let low = 0
  let high = -1

  const put = (byte: number) => {
    if (size === bytes.length) {
      const wider = new Uint8Array(2 * size)
      wider.set(bytes)
      bytes = wider
    }
    bytes[size++] = byte
  }
  const narrow = (chance: number, bit: number) => {
    const split = (low + shareOfOne(high - low, chance)) | 0
    if (bit === 1) high = split
    else low = (split + 1) | 0
    while (((low ^ high) & 0xff000000) === 0) {
      put(high >>> 24)
      low <<= 8
      high = (high << 8) | 0xff
    }
  }

  return {
    /** Begins a frame, leaving room for its head. */
    start: (room: number) => {
      size = room
      low = 0
      high = -1
    },
    bit: (counts: Counts, context: number, bit: number) => {
      narrow(chanceOfOne(counts, context), bit)
      learnBit(counts, context, bit)
      return bit
    },
    raw: (width: number, value: number) => {
      for (let place = width - 1; place >= 0; place--) narrow(EVEN, (value >>> place) & 1)
      return value
    },
    /** The frame, in memory of its own. The reader supplies zeros past the end, so closing zeros are not sent. */
    finish: (room: number) => {
      if (low !== 0) put((low >>> 24) + 1)
      while (size > room && bytes[size - 1] === 0) size--
      return bytes.slice(0, size)
    },
  }
}

export function createRangeDecoder() {
  let bytes: Uint8Array = new Uint8Array(0)
  let next = 0
  let low = 0
  let high = -1
  let code = 0

  const split = (chance: number) => {
    const share = shareOfOne(high - low, chance)
    const bit = (code - low) >>> 0 <= share >>> 0 ? 1 : 0
    if (bit === 1) high = (low + share) | 0
    else low = (low + share + 1) | 0
    while (((low ^ high) & 0xff000000) === 0) {
      low <<= 8
      high = (high << 8) | 0xff
      code = (code << 8) | (bytes[next++] ?? 0)
    }
    return bit
  }

  return {
    start: (frame: Uint8Array, room: number) => {
      bytes = frame
      next = room
      low = 0
      high = -1
      code = 0
      for (let read = 0; read < 4; read++) code = (code << 8) | (bytes[next++] ?? 0)
    },
    bit: (counts: Counts, context: number, _bit: number) => {
      const bit = split(chanceOfOne(counts, context))
      learnBit(counts, context, bit)
      return bit
    },
    raw: (width: number, _value: number) => {
      let value = 0
      for (let place = 0; place < width; place++) value = 2 * value + split(EVEN)
      return value
    },
    /** Whether the frame ended where its meaning did: the encoder sends at most one byte past those both ends agree on. */
    isSpent: () => bytes.length <= next - 3,
  }
}
