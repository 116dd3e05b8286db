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

/** A smaller difference is the machine's clock being slewed, not set. */
const setByMs = 1_000
const lookEveryMs = 5_000
const aheadMsOf = (clock: Pick<Clock, 'now' | 'monotonic'>) => clock.now() - clock.monotonic()

/** Calls `listener` within seconds after wall time was set, with how far, ms. Returns the way to stop. */
export function onWallTimeSet(clock: Clock, listener: (byMs: number) => void): () => void {
  let aheadMs = aheadMsOf(clock)
  return every(
    clock,
    () => lookEveryMs,
    async () => {
      const byMs = aheadMsOf(clock) - aheadMs
      if (Math.abs(byMs) < setByMs) return
      aheadMs += byMs
      listener(byMs)
    },
  )
}

const mostFormerTimes = 8

/**
 * Makes the function that returns wall time, and what it would be if it had not been set within the last `rememberedMs`: users' pages
 * keep the former time until they receive the present one.
 * @param formerAheadMs how far another clock, whose time pages have had so far, is ahead of this one
 */
export function createWallTimes(clock: Pick<Clock, 'now' | 'monotonic'>, rememberedMs: number, formerAheadMs = 0) {
  let aheadMs = aheadMsOf(clock)
  let former: { readonly aheadMs: number; readonly until: number }[] = []
  if (formerAheadMs !== 0) former = [{ aheadMs: aheadMs + formerAheadMs, until: clock.monotonic() + rememberedMs }]
  return (): readonly number[] => {
    const elapsed = clock.monotonic()
    const present = clock.now() - elapsed
    if (Math.abs(present - aheadMs) >= setByMs) {
      former = [...former, { aheadMs, until: elapsed + rememberedMs }].slice(-mostFormerTimes)
      aheadMs = present
    }
    if (former.length === 0) return [elapsed + present]
    former = former.filter(({ until }) => until > elapsed)
    return [elapsed + present, ...former.map((one) => elapsed + one.aheadMs)]
  }
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
