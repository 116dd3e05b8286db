/**
 * The header of a frame. The first byte distinguishes delta and key frames and carries a sequence number modulo four, to
 * detect missing frames. The other thirteen bits of a delta's header are a checksum over the whole stream so far: a frame
 * that was truncated, changed or belongs to another stream is refused before the state changes. One damaged frame in eight
 * thousand passes this check; it is detected while it is read or, at the latest, by the next frame's checksum.
 *
 *   delta  0nnsssss ssssssss …          key  1nnfffff chain(4) sum(4) …
 *
 * The five bits f are the number of the format. It rises with every change of the format, since key frames are stored in
 * the replay and in pinned maps: one of another format is refused, and so are the deltas after it.
 */
export const DELTA_ROOM = 2
export const KEY_ROOM = 9

const KEY = 0x80
const SEQUENCES = 4
const SEQUENCE_AT = 5
const SUM_MASK = 0x1f
const FORMAT = 1
const FORMAT_MASK = 0x1f

export const nextSequence = (sequence: number) => (sequence + 1) % SEQUENCES
export const isKey = (frame: Uint8Array) => ((frame[0] ?? 0) & KEY) !== 0
export const sequenceOf = (frame: Uint8Array) => ((frame[0] ?? 0) >> SEQUENCE_AT) & (SEQUENCES - 1)

/** FNV-1a over the frame after its header, continued from `from`. */
export function sumOf(frame: Uint8Array, room: number, from: number): number {
  let sum = from ^ 0x811c9dc5
  for (let at = room; at < frame.length; at++) sum = Math.imul(sum ^ (frame[at] as number), 0x01000193)
  return Math.imul(sum ^ (sum >>> 15), 0x01000193)
}

const checksumOf = (chain: number) => (chain ^ (chain >>> 13) ^ (chain >>> 26)) & 0x1fff

export function writeDeltaHeader(frame: Uint8Array, sequence: number, chain: number): void {
  const seal = checksumOf(chain)
  frame[0] = (sequence << SEQUENCE_AT) | (seal >> 8)
  frame[1] = seal & 0xff
}

export const hasChecksum = (frame: Uint8Array, chain: number) =>
  ((((frame[0] ?? 0) & SUM_MASK) << 8) | (frame[1] ?? 0)) === checksumOf(chain)

const view = (frame: Uint8Array) => new DataView(frame.buffer, frame.byteOffset, frame.byteLength)

export function writeKeyHeader(frame: Uint8Array, sequence: number, chain: number): void {
  frame[0] = KEY | (sequence << SEQUENCE_AT) | FORMAT
  view(frame).setInt32(1, chain)
  view(frame).setInt32(5, sumOf(frame, KEY_ROOM, chain + sequence))
}

/** Whether a key frame is of this format; see `fffff` above. */
export const isOfThisFormat = (frame: Uint8Array) => isKey(frame) && ((frame[0] ?? 0) & FORMAT_MASK) === FORMAT

/** The chain value that a key frame continues, or undefined if it is not a complete key frame. */
export function readChain(frame: Uint8Array): number | undefined {
  if (frame.length < KEY_ROOM || !isOfThisFormat(frame)) return undefined
  const chain = view(frame).getInt32(1)
  return view(frame).getInt32(5) === sumOf(frame, KEY_ROOM, chain + sequenceOf(frame)) ? chain : undefined
}
