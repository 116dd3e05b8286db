/** Epoch ms of this machine, more precise than `Date.now`, and equal in all its processes. */
export const localNow = () => performance.timeOrigin + performance.now()

/** The hub's time, by the fastest hello: behind by its latency, so that durations are measured too short and never too long. */
export function createHubClock() {
  let ahead = Number.POSITIVE_INFINITY
  return {
    update(hubNow: number) {
      ahead = Math.min(ahead, localNow() - hubNow)
    },
    now: () => localNow() - (Number.isFinite(ahead) ? ahead : 0),
  }
}
export type HubClock = ReturnType<typeof createHubClock>

/** A zoom level stores the time of its command: 1 plus a nanolevel for each ms, which is not visible. */
const perMs = 1e-9

/** @param at epoch ms, not before `from` and at most a day after it */
export const stampOf = (at: number, from: number) => 1 + (at - from) * perMs

/** Epoch ms; null for a zoom level that a user has chosen. */
export function stampedAt(stamp: number, from: number): number | null {
  const ms = (stamp - 1) / perMs
  return ms > 0 && ms < 86_400_000 ? from + ms : null
}
