import { type Clock, systemClock } from '../../engine/clock.ts'

/** Each takes at least one turn of the event loop. */
const steps = 16

/**
 * Real time for a link to a server in the same process. However long the process is stalled, it counts as one step, so that
 * replies that already wait in a socket are read before a limit ends.
 */
export const steadyClock: Clock = {
  now: systemClock.now,
  monotonic: systemClock.monotonic,
  after(ms, run) {
    let left = ms === 0 ? 1 : steps
    let cancel = () => {}
    const step = () => {
      left -= 1
      cancel = systemClock.after(ms / steps, left > 0 ? step : run)
    }
    step()
    return () => cancel()
  },
}
