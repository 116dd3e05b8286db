import { expect, test } from 'vitest'
import { backOff } from './attempts.ts'

test('[BO10] waits double up to ten seconds and are spread over the second half of that', () => {
  expect([0, 1, 2, 3].map((failures) => backOff(failures, 1))).toEqual([400, 800, 1600, 3200])
  expect(backOff(50, 1)).toBe(10_000)
  expect(backOff(3, 0)).toBe(1600)
})
