/**
 * How often something took how long, in buckets that are each 4.4 % wider than the one before: what processes tell each other and
 * what percentiles are read from. Bucket → count.
 */
export type Spread = Record<number, number>

const bucketsPerDoubling = 16
/** What takes less than this is in the first bucket, ms. */
const shortestMs = 0.05

export const bucketOf = (ms: number) =>
  ms <= shortestMs ? 0 : Math.ceil(Math.log2(ms / shortestMs) * bucketsPerDoubling)

/** The upper end of a bucket, ms. */
const endOf = (bucket: number) => shortestMs * 2 ** (bucket / bucketsPerDoubling)

export function noteIn(spread: Spread, ms: number) {
  const bucket = bucketOf(ms)
  spread[bucket] = (spread[bucket] ?? 0) + 1
}

export function merged(spreads: readonly Spread[]): Spread {
  const sum: Spread = {}
  for (const spread of spreads)
    for (const [bucket, count] of Object.entries(spread)) sum[Number(bucket)] = (sum[Number(bucket)] ?? 0) + count
  return sum
}

export const countIn = (spread: Spread) => Object.values(spread).reduce((sum, count) => sum + count, 0)

/**
 * So long or less it took in that share of cases, ms; null where there was none.
 * @param share 0.5 for the median, 1 for the longest
 */
export function percentile(spread: Spread, share: number): number | null {
  let left = Math.max(1, Math.ceil(countIn(spread) * share))
  const buckets = Object.keys(spread).map(Number)
  for (const bucket of buckets.sort((one, other) => one - other)) {
    left -= spread[bucket] ?? 0
    if (left <= 0) return endOf(bucket)
  }
  return null
}
