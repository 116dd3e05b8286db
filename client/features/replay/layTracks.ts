import type { Tracks } from '../../map/tracks.ts'
import type { Shown } from './replayPlayer.ts'

/** Puts the animals on their way from the reading before to this one, as they were seen to go. The tracks' clock is epoch ms. */
export function layTracks(tracks: Tracks, { before, reading }: Shown): void {
  tracks.clear()
  for (const one of before ? [before, reading] : [reading])
    for (const [slot, fix] of one.places) tracks.receive(slot, fix, one.at, one.everyMs)
  tracks.keepOnly(new Set(reading.places.keys()))
}
