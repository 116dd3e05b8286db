import type { Applied, PositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import type { Herd } from '../../map/herd.ts'

/** The stream's heading is in 64ths of a turn clockwise from east, -1 while unknown; the map's in degrees from north. */
export const degreesOf = (heading: number): number | null => (heading < 0 ? null : (heading * (360 / 64) + 90) % 360)

/** The slots that a stream fills. Two streams that feed one herd must not share any. */
export type OwnSlots = (slot: number) => boolean

const everySlot: OwnSlots = () => true

/** Whether an animal was read there already, and is there or on its way. */
const isKnown = ({ tracks }: Herd, slot: number, x: number, y: number) => {
  const goal = tracks.at(slot, Number.POSITIVE_INFINITY)
  return goal !== null && goal.x === x && goal.y === y
}

/**
 * Gives what a frame says to the herd. A frame of the same moment as the last one is no new reading: it takes somebody
 * away, and those who stay ease on as they did. Whoever is no longer in the stream is forgotten; slots that are not the stream's
 * own are left to the stream that fills them.
 * @param now the clock of the tracks, ms @param everyMs until the next frame @returns what the decoder made of it
 */
export function takeFrame(
  decoder: PositionsDecoder,
  frame: Uint8Array,
  herd: Herd,
  now: number,
  everyMs: number,
  ownSlots: OwnSlots = everySlot,
): Applied {
  const before = decoder.at()
  const applied = decoder.apply(frame)
  if (applied !== 'ok') return applied
  const isReading = decoder.at() !== before
  const present = new Set<number>()
  decoder.visit((slot, x, y, heading) => {
    if (!ownSlots(slot)) return
    present.add(slot)
    if (!isReading && isKnown(herd, slot, x, y)) return
    herd.tracks.receive(slot, { x, y, heading: degreesOf(heading) }, now, everyMs)
  })
  herd.tracks.keepOnly(present, ownSlots)
  herd.changed()
  return applied
}
