import { expect, test } from 'vitest'
import { createClockRate } from './clockRate.ts'

test('[CR1] the rate is how far the clock went for each ms that passed: sixty, none, or back', () => {
  const now = { told: 0, real: 0 }
  const rate = createClockRate(
    () => now.told,
    () => now.real,
  )
  expect(rate()).toBe(1)
  Object.assign(now, { told: 6_000, real: 100 })
  expect(rate()).toBe(60)
  Object.assign(now, { told: 6_000, real: 200 })
  expect(rate()).toBe(0)
  Object.assign(now, { told: 5_900, real: 300 })
  expect(rate()).toBe(-1)
})

test('[CR2] asked twice at once it says what it said before', () => {
  const now = { told: 0, real: 0 }
  const rate = createClockRate(
    () => now.told,
    () => now.real,
  )
  rate()
  Object.assign(now, { told: 500, real: 100 })
  expect([rate(), rate()]).toEqual([5, 5])
})
