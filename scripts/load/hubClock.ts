/** Epoch ms of this machine, finer than `Date.now`, and the same in all its processes. */
export const localNow = () => performance.timeOrigin + performance.now()

/**
 * The hub's time, by the hello that came fastest: late by as long as that one was under way, so that what is measured by it is
 * told too short by that and never too long.
 */
export function createHubClock() {
  let ahead = Number.POSITIVE_INFINITY
  return {
    heard(hubNow: number) {
      ahead = Math.min(ahead, localNow() - hubNow)
    },
    now: () => localNow() - (Number.isFinite(ahead) ? ahead : 0),
  }
}
export type HubClock = ReturnType<typeof createHubClock>
