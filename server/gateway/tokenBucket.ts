/** So many a second for ever, and so many at once. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** What is left of a rate, and when that was worked out, epoch ms. */
export interface TokenBucket {
  tokens: number
  at: number
}

export const fullBucket = ({ burst }: Rate, now: number): TokenBucket => ({ tokens: burst, at: now })

/** Counts one more thing done: whether it is within the rate. */
export function takeToken(bucket: TokenBucket, { perSecond, burst }: Rate, now: number): boolean {
  // A clock that is set back must not take away what was there.
  const passedMs = Math.max(0, now - bucket.at)
  bucket.tokens = Math.min(burst, bucket.tokens + (passedMs / 1000) * perSecond)
  bucket.at = now
  if (bucket.tokens < 1) return false
  bucket.tokens -= 1
  return true
}
