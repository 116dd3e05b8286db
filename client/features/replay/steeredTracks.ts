import type { Tracks } from '../../map/tracks.ts'
import type { ReplayClock } from './replayClock.ts'
import type { Shown } from './replayPlayer.ts'

/** Tracks that the map asks as ever, and that answer for the moment of the replay. */
export const steeredTracks = (tracks: Tracks, clock: ReplayClock): Tracks => ({
  ...tracks,
  at: (slot) => tracks.at(slot, clock.at()),
  moving: () => clock.isPlaying() && tracks.moving(clock.at()),
  pace() {
    const { units, degrees } = tracks.pace(clock.at())
    return { units: units * clock.speed(), degrees: degrees * clock.speed() }
  },
})

/** Puts the animals on their way from the reading before to this one, as they were seen to go. */
export function layTracks(tracks: Tracks, { before, reading, everyMs }: Shown): void {
  tracks.clear()
  for (const one of before ? [before, reading] : [reading])
    for (const [slot, fix] of one.places) tracks.receive(slot, fix, one.at, everyMs)
  tracks.keepOnly(new Set(reading.places.keys()))
}
