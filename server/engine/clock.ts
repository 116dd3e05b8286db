/** Time, so that tests can move it. */
export interface Clock {
  /** Epoch ms. */
  now(): number
  /** Runs `act` once after `ms`; returns the way to prevent it. */
  after(ms: number, act: () => void): () => void
}

/** The longest delay of setTimeout. */
const longestWaitMs = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(Math.max(ms, 0), longestWaitMs))
    return () => clearTimeout(timer)
  },
}

/** Runs `act` repeatedly, `ms` after it last finished. Returns the way to stop. */
export function every(clock: Clock, ms: () => number, act: () => Promise<void>): () => void {
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
