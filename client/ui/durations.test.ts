import { expect, test } from 'vitest'
import { agoOf, lengthOf, waitOf } from './durations.ts'

test.each([
  [-5, '0 s'],
  [999, '0 s'],
  [42_000, '42 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [7_500_000, '2 h 5 min'],
  [86_400_000, '1 d'],
  [4.3 * 86_400_000, '4 d 7 h'],
])('[DU1] %d ms is written as %s', (ms, said) => {
  expect(lengthOf(ms)).toBe(said)
})

test.each([
  [42_000, '42 s'],
  [60_000, '1 min'],
  [102_000, '1 min 42 s'],
  [7_500_000, '2 h 5 min'],
])('[DU2] a wait of %d ms is written as %s', (ms, said) => {
  expect(waitOf(ms)).toBe(said)
})

test.each([
  [-5_000, 'Just now'],
  [59_999, 'Just now'],
  [60_000, '1 min ago'],
  [5.9 * 60_000, '5 min ago'],
  [3_600_000, '1 h ago'],
  [3.5 * 3_600_000, '3 h ago'],
  [86_400_000, '1 d ago'],
  [2.9 * 86_400_000, '2 d ago'],
])('[DU4] an age of %d ms is written as %s', (ms, said) => {
  expect(agoOf(ms)).toBe(said)
})
