/** The time of links and the simulator, which a test can move. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Runs once after `ms`. Returns the function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
