import { expect, test } from 'vitest'
import { atLeast, atMost, judgedBy, ratioOf, shown } from './measure.ts'

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

test('[BS8] a goal in another unit than the ratio is unclear, too, where the passes differ by more than their median differs from it', () => {
  const passes = [40, 44, 46, 48, 60]
  expect(judgedBy('at least 48', 0.96, false, { passes, judged: 46, figure: 48 }).verdict).toBe('unclear')
  expect(judgedBy('at least 60', 0.77, false, { passes, judged: 46, figure: 60 }).verdict).toBe('missed')
  expect(judgedBy('at least 30', 1.53, true, { passes, judged: 46, figure: 30 })).toEqual({
    ratio: 1.53,
    goal: 'at least 30',
    verdict: 'met',
  })
  expect(judgedBy('at least 50', 0.92, false).verdict).toBe('missed')
})

test('[BS9] the middle half leaves out as many passes below as above: none of three, two of seven', () => {
  const ones = [1, 1, 1, 1, 1, 1, 1]
  expect(ratioOf([1, 2, 9], ones)).toEqual({ ratio: 2, from: 1, to: 9 })
  expect(ratioOf([7, 6, 5, 4, 3, 2, 1], ones)).toEqual({ ratio: 4, from: 2, to: 6 })
})
