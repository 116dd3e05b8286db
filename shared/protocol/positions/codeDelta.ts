import { codePlace, isInWorld } from './codeFields.ts'
import { codeStep } from './codeStep.ts'
import { codeTime } from './codeTime.ts'
import { BadFrame, type Coder, codeBit, codeRaw } from './rangeCoder.ts'
import {
  HAS_HEADING,
  INSIDE_MAP,
  MEMBER_COMES,
  MEMBERS_CHANGE,
  placeTrack,
  SLOTS,
  type Stream,
  type Track,
  trackAt,
} from './stream.ts'

/** The encoder's input since the last frame. The decoder passes EMPTY_INPUT. */
export interface DeltaInput {
  tick: number
  x: Int32Array
  y: Int32Array
  heading: Int8Array
  /** Per slot GONE, HERE, or AFRESH: present, but a different animal than before. */
  presence: Uint8Array
  /** Whether any presence differs from the last frame. */
  changed: boolean
}

export const GONE = 0
export const HERE = 1
export const AFRESH = 2

export const createInput = (): DeltaInput => ({
  tick: 0,
  x: new Int32Array(SLOTS),
  y: new Int32Array(SLOTS),
  heading: new Int8Array(SLOTS),
  presence: new Uint8Array(SLOTS),
  changed: false,
})

export const EMPTY_INPUT = createInput()

/**
 * Writes or reads one frame of changes: the time, which slots were taken and left, and a step for every other animal.
 */
export function codeDelta(coder: Coder, stream: Stream, input: DeltaInput): void {
  const { tracks } = stream
  codeTime(coder, stream, input.tick)
  for (let slot = 0; slot < stream.reach; slot++) (tracks[slot] as Track).placed = false
  codeMembers(coder, stream, input)
  for (let slot = 0; slot < stream.reach; slot++) {
    const track = tracks[slot] as Track
    if (!track.live || track.placed) continue
    codeStep(coder, stream, track, input.x[slot] as number, input.y[slot] as number)
    if (!isInWorld(track.x, track.y)) throw new BadFrame('a step leads out of the world')
  }
}

function codeMembers(coder: Coder, stream: Stream, input: DeltaInput): void {
  const { counts, tracks } = stream
  let least = 0
  for (;;) {
    const next = changedFrom(least, tracks, input)
    if (codeBit(coder, counts, MEMBERS_CHANGE, next < SLOTS ? 1 : 0) === 0) return
    const slot = codeRaw(coder, 10, next)
    if (slot < least) throw new BadFrame('slots are out of order')
    const comes = codeBit(coder, counts, MEMBER_COMES, input.presence[slot] === GONE ? 0 : 1) === 1
    if (comes) {
      const at = { x: input.x[slot] as number, y: input.y[slot] as number, heading: input.heading[slot] as number }
      const { x, y, heading } = codePlace(coder, counts, INSIDE_MAP, HAS_HEADING, at)
      placeTrack(trackAt(stream, slot), x, y, heading)
      stream.reach = Math.max(stream.reach, slot + 1)
    } else if (tracks[slot]?.live) trackAt(stream, slot).live = false
    else throw new BadFrame('a slot is left that was empty')
    least = slot + 1
  }
}

function changedFrom(least: number, tracks: Track[], input: DeltaInput): number {
  for (let slot = least; input.changed && slot < SLOTS; slot++) {
    const presence = input.presence[slot]
    if (presence === AFRESH || (presence === HERE) !== (tracks[slot]?.live ?? false)) return slot
  }
  return SLOTS
}
