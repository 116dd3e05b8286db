/** The time of this machine and its timers, which a test can move by hand. */
export interface Clock {
  /** Epoch ms of this machine. The time may be wrong and may jump: only for what is shown, stored or sent, never for an interval. */
  now(): number
  /** Ms since the page was opened. It never jumps, so every interval is measured by it. */
  monotonic(): number
  /** Calls `act` once after `delayMs`. Returns the function that cancels it. */
  after(delayMs: number, act: () => void): () => void
}

export const machineClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}
