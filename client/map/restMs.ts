import { stepDegrees } from './headingStep.ts'
import type { Tracks } from './tracks.ts'

/** Animals walk a few px a second: more pictures than this cannot be told apart. */
const leastMs = 50
/** Nobody waits longer for a drawing, however slowly all walk. */
const mostMs = 500
/** A way that can be seen. */
const seenPx = 0.5

/**
 * How long a drawing of `now` stays true to the eye: until the quickest animal has gone half a px or turned by a step.
 * Null when all have arrived. @param scale px per map unit
 * @param rate how fast the clock of the tracks runs: a replay's runs at up to sixty times the speed, or stands
 */
export function restMs(tracks: Pick<Tracks, 'moving' | 'pace'>, scale: number, now: number, rate = 1): number | null {
  if (!tracks.moving(now)) return null
  const { units, degrees } = tracks.pace(now)
  const speed = Math.abs(rate)
  const wait = Math.min(seenPx / (units * scale * speed), stepDegrees / (degrees * speed), mostMs)
  return Math.max(leastMs, wait)
}
