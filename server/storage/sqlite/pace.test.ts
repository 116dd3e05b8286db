import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('[DM19] a piece that took long makes the next ones smaller, quick ones make them larger again, and a limit is never below 1', () => {
  let now = 0
  const pace = createPace(() => now)
  const takes = (ms: number) => {
    pace.begin()
    now += ms
    pace.end()
    return pace.limit(1_000)
  }
  expect(pace.limit(1_000)).toBe(1_000)
  expect([takes(30), takes(30)]).toEqual([500, 250])
  expect(takes(8)).toBe(250)
  expect(takes(1)).toBe(312)
  for (let count = 0; count < 30; count += 1) takes(1)
  expect(pace.limit(1_000)).toBe(1_000)
  for (let count = 0; count < 30; count += 1) takes(1_000)
  expect([pace.limit(1_000), pace.limit(10)]).toEqual([15, 1])
  pace.begin()
  expect(pace.hasTime()).toBe(true)
  now += 10
  expect(pace.hasTime()).toBe(false)
})
