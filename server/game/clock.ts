/** Time as links and the simulator see it, so that a test can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Runs once after `ms`. Returns how to call it off. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
