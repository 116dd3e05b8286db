import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNight, minuteOfDay } from './dayClock.ts'

const lengths = { day: 90, night: 20 }
const minutes = (real: number) => real * 60_000

test('[DC1] day and night have their configured lengths', () => {
  expect(minuteOfDay(5 * 60, 0, lengths)).toBeCloseTo(5 * 60)
  expect(minuteOfDay(5 * 60, minutes(45), lengths)).toBeCloseTo(13 * 60)
  expect(minuteOfDay(5 * 60, minutes(90), lengths)).toBeCloseTo(21 * 60)
  expect(minuteOfDay(5 * 60, minutes(100), lengths)).toBeCloseTo(60)
  expect(minuteOfDay(5 * 60, minutes(110), lengths)).toBeCloseTo(5 * 60)
})

test('[DC2] it starts at the given minute and is always a minute of the day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1439 }), fc.nat(10 * 24 * 3600 * 1000), (start, elapsed) => {
      expect(minuteOfDay(start, 0, lengths)).toBeCloseTo(start)
      const minute = minuteOfDay(start, elapsed, lengths)
      expect(minute >= 0 && minute < 1440).toBe(true)
      expect(minuteOfDay(start, elapsed + minutes(110), lengths)).toBeCloseTo(minute)
    }),
  )
})

test.each([
  [21 * 60, true],
  [0, true],
  [4 * 60 + 59, true],
  [5 * 60, false],
  [20 * 60 + 59, false],
])('[DC3] at minute %d, night is %s', (minute, night) => {
  expect(isNight(minute)).toBe(night)
})
