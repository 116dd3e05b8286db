/** This machine's time, and a way to be called later that a test can move by hand. */
export interface Clock {
  /** Epoch ms of this machine: right or wrong, but steady enough to measure by. */
  now(): number
  /** Calls once after `delayMs`; what is returned calls it off. */
  after(delayMs: number, act: () => void): () => void
}

export const machineClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
}
