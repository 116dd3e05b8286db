import { type Coder, put, shiftIn } from './rangeCoder.ts'

const FIRST_SIZE = 2048

export const createCoder = (): Coder => ({
  isReading: false,
  bytes: new Uint8Array(FIRST_SIZE),
  next: 0,
  low: 0,
  high: -1,
  code: 0,
})

/** Begins to write a frame, leaving room for its head; never into the bytes of a frame that was read. */
export function startWriting(coder: Coder, room: number): void {
  if (coder.isReading) coder.bytes = new Uint8Array(FIRST_SIZE)
  coder.isReading = false
  start(coder, room)
}

/** Begins to read a frame behind its head. */
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

/** One byte that, followed by nothing but zeros, lies in the range; none if nothing at all does. */
const lastByte = (low: number) => (low === 0 ? 0 : (low >>> 24) + 1)

/** The written frame, in memory of its own. The reader supplies zeros past the end, so closing zeros are not sent. */
export function finish(coder: Coder, room: number): Uint8Array {
  put(coder, lastByte(coder.low))
  let size = coder.next
  while (size > room && coder.bytes[size - 1] === 0) size--
  return coder.bytes.slice(0, size)
}

/**
 * Whether the frame read ends exactly as a writer of what was read would have ended it. A spoilt frame hardly ever does, so
 * this is a check that costs no byte.
 */
export function isFinished({ bytes, next, low, code }: Coder, room: number): boolean {
  const trimmed = bytes.length === room || bytes[bytes.length - 1] !== 0
  return trimmed && bytes.length <= next - 3 && code === lastByte(low) << 24
}

/** Bits written so far, to a fraction. */
export const bitsWritten = ({ next, low, high }: Coder) => 8 * next - Math.log2(((high - low) >>> 0) + 1)
