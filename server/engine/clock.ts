/** Time, which a test can move. Each of the two readings has its own uses, and they never mix. */
export interface Clock {
  /**
   * Wall time, epoch ms. It jumps when the machine's clock is set. For what is shown to users, stored, or compared across nodes and
   * restarts: session ends, schedules, ids. Never for measuring how long something took on this node: that is `monotonic`.
   */
  now(): number
  /**
   * Ms since an arbitrary instant of this process. It never jumps and never runs backwards, whatever the machine's clock is set to. For
   * every interval: rates, back-off, time-outs, caches, leases. Means nothing outside this process, so it is neither stored nor sent.
   */
  monotonic(): number
  /** Runs `act` once after `ms` of monotonic time. Returns the function that cancels it. */
  after(ms: number, act: () => void): () => void
}

/** The longest delay of setTimeout. */
const longestWaitMs = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(Math.max(ms, 0), longestWaitMs))
    return () => clearTimeout(timer)
  },
}

/** Runs `act` repeatedly, `ms` after it last finished. Returns the way to stop. */
export function every(clock: Pick<Clock, 'after'>, ms: () => number, act: () => Promise<void>): () => void {
  let cancel = () => {}
  let isStopped = false
  const wait = () => {
    if (isStopped) return
    cancel = clock.after(ms(), () => void act().finally(wait))
  }
  wait()
  return () => {
    isStopped = true
    cancel()
  }
}
