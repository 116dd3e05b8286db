import { expect, test } from 'vitest'
import { atLeast, atMost, ratioOf, shown } from './measure.ts'

test('[BS4] a ratio is one of medians, and its passes are compared pair by pair', () => {
  expect(ratioOf([10, 20, 30, 40, 50], [10, 10, 10, 10, 10])).toEqual({ ratio: 3, from: 2, to: 4 })
})

test('[BS5] a goal is met or missed only where the passes differ by less than the ratio differs from the goal', () => {
  const given = { ratio: 3, from: 2.9, to: 3.1 }
  expect(atLeast(2.5, given)).toEqual({ ratio: 3, goal: 'at least 2.5', verdict: 'met' })
  expect(atLeast(2.9, given).verdict).toBe('unclear')
  expect(atMost(2.9, given).verdict).toBe('unclear')
  expect(atMost(2.5, given).verdict).toBe('missed')
  expect(atMost(3, 3).verdict).toBe('met')
  expect(shown(given)).toEqual({ ratio: 3, goal: null, verdict: 'met' })
})
