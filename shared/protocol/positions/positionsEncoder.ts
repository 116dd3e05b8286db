import { AFRESH, codeDelta, createInput, GONE, HERE } from './codeDelta.ts'
import { HEADINGS, isInWorld, UNKNOWN_HEADING } from './codeFields.ts'
import { codeKey } from './codeKey.ts'
import { LAST_TICK, TICK_MS } from './codeTime.ts'
import { DELTA_ROOM, KEY_ROOM, nextSequence, sumOf, writeDeltaHeader, writeKeyHeader } from './frameHeader.ts'
import { createCoder, finish, startWriting } from './rangeCoder.ts'
import { createStream, SLOTS, setHeading } from './stream.ts'

export type PositionsEncoder = ReturnType<typeof createPositionsEncoder>

/**
 * The sending side of one audience's positions. Keep one while the audience has viewers: each frame contains only what
 * could not be predicted from the previous ones.
 */
export function createPositionsEncoder() {
  const stream = createStream()
  const input = createInput()
  const coder = createCoder()

  /**
   * Position in whole map units within 16 signed bits, the map being 0 to 4095. Heading in 64ths of a turn, clockwise
   * from east.
   */
  const set = (slot: number, x: number, y: number, heading = UNKNOWN_HEADING) => {
    checkSlot(slot)
    if (!isInWorld(x, y)) throw new RangeError(`position ${x}, ${y}: both must be whole numbers from -32768 to 32767`)
    if (heading !== UNKNOWN_HEADING && (heading & (HEADINGS - 1)) !== heading)
      throw new RangeError(`heading ${heading}: must be a whole number from 0 to 63, or left out if it is not known`)
    input.x[slot] = x
    input.y[slot] = y
    input.heading[slot] = heading
    if (input.presence[slot] !== GONE) return
    input.presence[slot] = stream.tracks[slot]?.live ? AFRESH : HERE
    input.changed = true
  }

  const remove = (slot: number) => {
    checkSlot(slot)
    input.presence[slot] = GONE
    input.changed = true
  }

  /** The changes since the last frame. To be sent to all viewers, even if nothing moved. */
  const delta = (at: number): Uint8Array => {
    input.tick = tickOf(at)
    startWriting(coder, DELTA_ROOM)
    codeDelta(coder, stream, input)
    settle()
    const frame = finish(coder, DELTA_ROOM)
    stream.sequence = nextSequence(stream.sequence)
    stream.chain = sumOf(frame, DELTA_ROOM, stream.chain)
    writeDeltaHeader(frame, stream.sequence, stream.chain)
    return frame
  }

  const settle = () => {
    for (let slot = 0; input.changed && slot < SLOTS; slot++)
      if (input.presence[slot] === AFRESH) input.presence[slot] = HERE
    input.changed = false
  }

  /** A given heading is more exact than one derived from movement. */
  const applyGivenHeadings = () => {
    for (const [slot, track] of stream.tracks.entries()) {
      const given = input.heading[slot] as number
      if (track.live && given !== UNKNOWN_HEADING) setHeading(track, given)
    }
  }

  /**
   * All positions as of the last delta, and its time, for a client that joins or missed a frame; the next delta
   * continues from it. The given time is used only before the first delta.
   */
  const key = (at: number): Uint8Array => {
    if (stream.tick === 0) stream.tick = tickOf(at)
    applyGivenHeadings()
    startWriting(coder, KEY_ROOM)
    codeKey(coder, stream)
    const frame = finish(coder, KEY_ROOM)
    writeKeyHeader(frame, stream.sequence, stream.chain)
    return frame
  }

  return { set, remove, delta, key }
}

function checkSlot(slot: number): void {
  if ((slot & (SLOTS - 1)) !== slot) throw new RangeError(`slot ${slot}: must be a whole number from 0 to ${SLOTS - 1}`)
}

function tickOf(at: number): number {
  const tick = Math.round(at / TICK_MS)
  if (!(tick >= 0 && tick <= LAST_TICK)) throw new RangeError(`time ${at}: must be milliseconds since 1970`)
  return tick
}
