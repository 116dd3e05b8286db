/** So many a second for ever, and so many at once. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** Counts what somebody does: `take` says whether one more is within the rate. */
export function createTokenBucket({ perSecond, burst }: Rate, now: () => number) {
  let tokens = burst
  let at = now()
  return {
    take(): boolean {
      // A clock that is set back must not take away what was there.
      const passedMs = Math.max(0, now() - at)
      tokens = Math.min(burst, tokens + (passedMs / 1000) * perSecond)
      at = now()
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
export type TokenBucket = ReturnType<typeof createTokenBucket>
