import type { Applied, PositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import type { Herd } from '../../map/herd.ts'

/** The stream's heading is in 64ths of a turn clockwise from east, -1 while unknown; the map's in degrees from north. */
export const degreesOf = (heading: number): number | null => (heading < 0 ? null : (heading * (360 / 64) + 90) % 360)

/**
 * Gives what a frame says to the herd. Whoever is no longer in the stream is forgotten.
 * @param now the clock of the tracks, ms @param everyMs until the next frame @returns what the decoder made of it
 */
export function takeFrame(
  decoder: PositionsDecoder,
  frame: Uint8Array,
  herd: Herd,
  now: number,
  everyMs: number,
): Applied {
  const applied = decoder.apply(frame)
  if (applied !== 'ok') return applied
  const present = new Set<number>()
  decoder.visit((slot, x, y, heading) => {
    present.add(slot)
    herd.tracks.receive(slot, { x, y, heading: degreesOf(heading) }, now, everyMs)
  })
  herd.tracks.keepOnly(present)
  herd.changed()
  return applied
}
