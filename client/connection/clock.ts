/** The time of this machine and its timers, which a test can move by hand. */
export interface Clock {
  /** Epoch ms of this machine. The time may be wrong, but durations can be measured by it. */
  now(): number
  /** Calls `act` once after `delayMs`. Returns the function that cancels it. */
  after(delayMs: number, act: () => void): () => void
}

export const machineClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}
