import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketOf, countIn, merged, noteIn, percentile, type Spread } from './spread.ts'

const spreadOf = (times: readonly number[]) => {
  const spread: Spread = {}
  for (const ms of times) noteIn(spread, ms)
  return spread
}
const times = fc.array(fc.double({ min: 0.06, max: 600_000, noNaN: true }), { minLength: 1, maxLength: 300 })

test('[LD1] a percentile is never below the true one, and at most 4.5 % above it', () => {
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95, 0.99, 1), (taken, share) => {
      const sorted = [...taken].sort((one, other) => one - other)
      const exact = sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? 0
      const told = percentile(spreadOf(taken), share) ?? 0
      expect(told).toBeGreaterThanOrEqual(exact * (1 - 1e-9))
      expect(told).toBeLessThanOrEqual(exact * 1.045)
    }),
  )
})

test('[LD1] what several processes have told is the same as if one had seen it all', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      expect(merged([spreadOf(one), spreadOf(other)])).toEqual(spreadOf([...one, ...other]))
      expect(countIn(spreadOf(one))).toBe(one.length)
    }),
  )
})

test('[LD1] nothing has no percentile, and what took no time is in the first bucket', () => {
  expect(percentile({}, 0.99)).toBeNull()
  expect(bucketOf(0)).toBe(0)
  expect(bucketOf(-3)).toBe(0)
})
