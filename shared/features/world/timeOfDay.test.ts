import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutesRemaining, phaseAt } from './timeOfDay.ts'

test.each([
  [0, 'night'],
  [4 * 60 + 59, 'night'],
  [5 * 60, 'dawn'],
  [10 * 60, 'day'],
  [17 * 60, 'dusk'],
  [20 * 60 + 59.9, 'dusk'],
  [21 * 60, 'night'],
  [24 * 60, 'night'],
  [-60, 'night'],
  [24 * 60 + 6 * 60, 'dawn'],
] as const)('[TD1] minute %d is %s', (minutes, phase) => {
  expect(phaseAt(minutes)).toBe(phase)
})

test('[TD2] a phase lasts exactly the remaining minutes', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), (minutes) => {
      const remaining = minutesRemaining(minutes)
      expect(remaining).toBeGreaterThan(0)
      expect(phaseAt(minutes + remaining - 1)).toBe(phaseAt(minutes))
      expect(phaseAt(minutes + remaining)).not.toBe(phaseAt(minutes))
    }),
  )
})

test('[TD3] the night continues past midnight', () => {
  expect(minutesRemaining(23 * 60)).toBe(6 * 60)
})
