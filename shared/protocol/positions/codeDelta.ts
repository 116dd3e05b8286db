import { BadFrame } from './badFrame.ts'
import { codePlace, isInWorld } from './codePlace.ts'
import { codeStep } from './codeStep.ts'
import { codeTime } from './codeTime.ts'
import { HAS_HEADING, INSIDE_MAP, MEMBER_COMES, MEMBERS_CHANGE } from './contexts.ts'
import type { Coder } from './rangeCoder.ts'
import type { Stream } from './stream.ts'
import { place, SLOTS } from './track.ts'

/** What the encoder was told since the last frame. The decoder has nothing to say and passes NOTHING_WANTED. */
export interface Wanted {
  tick: number
  x: Int32Array
  y: Int32Array
  heading: Int8Array
  /** Per slot GONE, HERE, or AFRESH: here, but not the one that was here before. */
  presence: Uint8Array
}

export const GONE = 0
export const HERE = 1
export const AFRESH = 2

export const createWanted = (): Wanted => ({
  tick: 0,
  x: new Int32Array(SLOTS),
  y: new Int32Array(SLOTS),
  heading: new Int8Array(SLOTS),
  presence: new Uint8Array(SLOTS),
})

export const NOTHING_WANTED = createWanted()

/** One frame of changes, written or read: the time, who came and went, and a step for everyone who stayed. */
export function codeDelta(coder: Coder, stream: Stream, wanted: Wanted): void {
  const { counts, levels, tracks } = stream
  codeTime(coder, stream, wanted.tick)
  for (const track of tracks) track.placed = false
  codeMembers(coder, stream, wanted)
  for (let slot = 0; slot < SLOTS; slot++) {
    const track = tracks[slot] as (typeof tracks)[number]
    if (!track.live || track.placed) continue
    codeStep(coder, counts, levels, track, wanted.x[slot] as number, wanted.y[slot] as number)
    if (!isInWorld(track.x, track.y)) throw new BadFrame('a step leads out of the world')
  }
}

function codeMembers(coder: Coder, { counts, tracks }: Stream, wanted: Wanted): void {
  let least = 0
  for (;;) {
    const next = changedFrom(least, tracks, wanted)
    if (coder.bit(counts, MEMBERS_CHANGE, next < SLOTS ? 1 : 0) === 0) return
    const slot = coder.raw(10, next)
    const track = tracks[slot]
    if (track === undefined || slot < least) throw new BadFrame('slots are out of order')
    const comes = coder.bit(counts, MEMBER_COMES, wanted.presence[slot] === GONE ? 0 : 1) === 1
    if (comes) {
      const at = { x: wanted.x[slot] as number, y: wanted.y[slot] as number, heading: wanted.heading[slot] as number }
      const { x, y, heading } = codePlace(coder, counts, INSIDE_MAP, HAS_HEADING, at)
      place(track, x, y, heading)
    } else if (track.live) track.live = false
    else throw new BadFrame('a slot is left that was empty')
    least = slot + 1
  }
}

function changedFrom(least: number, tracks: Stream['tracks'], wanted: Wanted): number {
  for (let slot = least; slot < SLOTS; slot++) {
    const presence = wanted.presence[slot]
    if (presence === AFRESH || (presence === HERE) !== tracks[slot]?.live) return slot
  }
  return SLOTS
}
