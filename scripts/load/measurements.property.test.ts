import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTo, bucketOf, countIn, type Histogram, merged, percentile } from './measurements.ts'

const histogramOf = (times: readonly number[]) => {
  const histogram: Histogram = {}
  for (const ms of times) addTo(histogram, ms)
  return histogram
}
const times = fc.array(fc.double({ min: 0.06, max: 600_000, noNaN: true }), { minLength: 1, maxLength: 300 })

test('[LD1] a percentile is never below the true one, and at most 4.5% above it', () => {
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95, 0.99, 1), (taken, share) => {
      const sorted = [...taken].sort((one, other) => one - other)
      const exact = sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? 0
      const measured = percentile(histogramOf(taken), share) ?? 0
      expect(measured).toBeGreaterThanOrEqual(exact * (1 - 1e-9))
      expect(measured).toBeLessThanOrEqual(exact * 1.045)
    }),
  )
})

test('[LD15] merged histograms equal the histogram of all values', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      expect(merged([histogramOf(one), histogramOf(other)])).toEqual(histogramOf([...one, ...other]))
      expect(countIn(histogramOf(one))).toBe(one.length)
    }),
  )
})

test('[LD16] an empty histogram has no percentile, and zero is in the first bucket', () => {
  expect(percentile({}, 0.99)).toBeNull()
  expect(bucketOf(0)).toBe(0)
  expect(bucketOf(-3)).toBe(0)
})
