import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutesRemaining, phaseAt } from '../world/timeOfDay.ts'
import { clockFace, gameTimeAt, phaseAfter } from './gameTime.ts'

const clock = { minutes: 600, at: 1_000_000, dayLengthMinutes: 96, nightLengthMinutes: 24 }

const clocks = fc.record({
  minutes: fc.double({ min: 0, max: 1440, noNaN: true }),
  at: fc.integer({ min: 0, max: 2 ** 41 }),
  dayLengthMinutes: fc.integer({ min: 1, max: 600 }),
  nightLengthMinutes: fc.integer({ min: 1, max: 600 }),
})

test('[GT1] at the time of its reading the clock shows what was read', () => {
  expect(gameTimeAt(clock, clock.at)).toMatchObject({ minutes: 600, phase: 'day', gameMinutesLeft: 420 })
})

test('[GT2] sixteen hours of daylight take the length of the day, eight of darkness the length of the night', () => {
  const dawn = { ...clock, minutes: 300 }
  expect(gameTimeAt(dawn, dawn.at + 48 * 60_000).minutes).toBeCloseTo(780)
  expect(gameTimeAt(dawn, dawn.at + (96 + 12) * 60_000).minutes).toBeCloseTo(60)
  expect(gameTimeAt(dawn, dawn.at + (96 + 24) * 60_000).minutes).toBeCloseTo(300)
})

test('[GT3] the phase and its remaining time agree with the time of day, for any clock', () => {
  fc.assert(
    fc.property(clocks, fc.integer({ min: -(10 ** 8), max: 10 ** 9 }), (read, later) => {
      const time = gameTimeAt(read, read.at + later)
      expect(time.phase).toBe(phaseAt(time.minutes))
      expect(time.gameMinutesLeft).toBe(minutesRemaining(time.minutes))
    }),
  )
})

test('[GT4] when the remaining real time has passed, the next phase has begun', () => {
  fc.assert(
    fc.property(clocks, fc.integer({ min: 0, max: 10 ** 8 }), (read, later) => {
      const now = read.at + later
      const time = gameTimeAt(read, now)
      expect(time.realMsLeft).toBeGreaterThan(0)
      expect(gameTimeAt(read, now + time.realMsLeft + 1).phase).toBe(phaseAfter[time.phase])
      if (time.realMsLeft > 2) expect(gameTimeAt(read, now + time.realMsLeft - 1).phase).toBe(time.phase)
    }),
  )
})

test.each([
  [0, '00:00'],
  [1122.9, '18:42'],
  [1440, '00:00'],
  [-1, '23:59'],
])('[GT5] minute %d is shown as %s', (minutes, face) => {
  expect(clockFace(minutes)).toBe(face)
})
