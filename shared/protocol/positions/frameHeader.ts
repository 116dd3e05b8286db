/**
 * The head of a frame. Its first byte tells a delta from a key frame and carries a number that counts to four, so that a
 * missing frame is seen. A delta's thirteen further bits sum up the whole stream so far: a frame that was cut, changed or
 * belongs to another stream is refused before anything is touched. The one spoilt frame in eight thousand that passes is
 * found out while it is read or, at the latest, by the frame after it, whose sum continues from this one.
 *
 *   delta  0nnsssss ssssssss …          key  1nn00000 chain(4) sum(4) …
 */
export const DELTA_ROOM = 2
export const KEY_ROOM = 9

const KEY = 0x80
const SEQUENCES = 4
const SEQUENCE_AT = 5
const SUM_MASK = 0x1f

export const nextSequence = (sequence: number) => (sequence + 1) % SEQUENCES
export const isKey = (frame: Uint8Array) => ((frame[0] ?? 0) & KEY) !== 0
export const sequenceOf = (frame: Uint8Array) => ((frame[0] ?? 0) >> SEQUENCE_AT) & (SEQUENCES - 1)

/** FNV-1a over the frame after its head, going on from a sum. */
export function sumOf(frame: Uint8Array, room: number, from: number): number {
  let sum = from ^ 0x811c9dc5
  for (let at = room; at < frame.length; at++) sum = Math.imul(sum ^ (frame[at] as number), 0x01000193)
  return Math.imul(sum ^ (sum >>> 15), 0x01000193)
}

const sealOf = (chain: number) => (chain ^ (chain >>> 13) ^ (chain >>> 26)) & 0x1fff

export function sealDelta(frame: Uint8Array, sequence: number, chain: number): void {
  const seal = sealOf(chain)
  frame[0] = (sequence << SEQUENCE_AT) | (seal >> 8)
  frame[1] = seal & 0xff
}

export const isSealed = (frame: Uint8Array, chain: number) =>
  ((((frame[0] ?? 0) & SUM_MASK) << 8) | (frame[1] ?? 0)) === sealOf(chain)

const view = (frame: Uint8Array) => new DataView(frame.buffer, frame.byteOffset, frame.byteLength)

export function sealKey(frame: Uint8Array, sequence: number, chain: number): void {
  frame[0] = KEY | (sequence << SEQUENCE_AT)
  view(frame).setInt32(1, chain)
  view(frame).setInt32(5, sumOf(frame, KEY_ROOM, chain + sequence))
}

/** The sum of the stream that a key frame continues, or nothing if it is not a whole key frame. */
export function chainOf(frame: Uint8Array): number | undefined {
  if (frame.length < KEY_ROOM || ((frame[0] ?? 0) & SUM_MASK) !== 0) return undefined
  const chain = view(frame).getInt32(1)
  return view(frame).getInt32(5) === sumOf(frame, KEY_ROOM, chain + sequenceOf(frame)) ? chain : undefined
}
