import { codeDelta, EMPTY_INPUT } from './codeDelta.ts'
import { headingOf } from './codeFields.ts'
import { codeKey } from './codeKey.ts'
import { TICK_MS } from './codeTime.ts'
import { DELTA_ROOM, hasChecksum, isKey, KEY_ROOM, nextSequence, readChain, sequenceOf, sumOf } from './frameHeader.ts'
import { BadFrame, createCoder, isFinished, startReading } from './rangeCoder.ts'
import { createStream, type Stream } from './stream.ts'

export type PositionsDecoder = ReturnType<typeof createPositionsDecoder>

/** 'gap': a frame is missing. 'bad': not a frame of this stream. In both cases request a key frame. */
export type Applied = 'ok' | 'gap' | 'bad'

/**
 * Heading in 64ths of a turn clockwise from east, -1 while unknown. `moved`: changed place in the last frame. `placed`:
 * appeared in the last frame, so there is no movement to interpolate.
 */
export type Visitor = (slot: number, x: number, y: number, heading: number, moved: boolean, placed: boolean) => void

/**
 * The receiving side. Starts empty and waits for a key frame. Accepts any bytes: an invalid frame changes nothing or,
 * if that shows only while it is read, empties the stream until the next key frame.
 */
export function createPositionsDecoder() {
  const coder = createCoder()
  let stream: Stream | undefined

  const apply = (frame: Uint8Array): Applied => {
    if (frame.length < DELTA_ROOM) return 'bad'
    return isKey(frame) ? applyKey(frame) : applyDelta(frame)
  }

  const applyKey = (frame: Uint8Array): Applied => {
    const chain = readChain(frame)
    if (chain === undefined) return 'bad'
    const fresh = createStream()
    if (!isRead(frame, KEY_ROOM, () => codeKey(coder, fresh))) return 'bad'
    fresh.sequence = sequenceOf(frame)
    fresh.chain = chain
    stream = fresh
    return 'ok'
  }

  const applyDelta = (frame: Uint8Array): Applied => {
    if (stream === undefined || sequenceOf(frame) !== nextSequence(stream.sequence)) return 'gap'
    const chain = sumOf(frame, DELTA_ROOM, stream.chain)
    if (!hasChecksum(frame, chain)) return 'bad'
    const current = stream
    if (!isRead(frame, DELTA_ROOM, () => codeDelta(coder, current, EMPTY_INPUT))) {
      stream = undefined
      return 'bad'
    }
    current.sequence = sequenceOf(frame)
    current.chain = chain
    return 'ok'
  }

  const isRead = (frame: Uint8Array, room: number, read: () => void) => {
    startReading(coder, frame, room)
    try {
      read()
      return isFinished(coder, room)
    } catch (error) {
      if (error instanceof BadFrame) return false
      throw error
    }
  }

  const visit = (visitor: Visitor) => {
    for (const [slot, track] of (stream?.tracks ?? []).entries()) {
      if (track.live) visitor(slot, track.x, track.y, headingOf(track), track.moved, track.placed)
    }
  }

  /** Time of the positions, epoch ms in steps of a tenth of a second; undefined before the first key frame. */
  const at = () => (stream === undefined ? undefined : stream.tick * TICK_MS)

  return { apply, visit, at }
}
