import { expect, test } from 'vitest'
import { banDuration, permanently } from './BanFields.tsx'

const dayMs = 86_400_000
const custom = (days: string) => banDuration({ duration: 'custom', days })

test('[BL1] a ban lasts as long as its chip says', () => {
  expect(banDuration(permanently)).toEqual({ ms: null, problem: null })
  expect(banDuration({ duration: '1week', days: '' })).toEqual({ ms: 7 * dayMs, problem: null })
  expect(banDuration({ duration: '3months', days: '' })).toEqual({ ms: 90 * dayMs, problem: null })
})

test('[BL2] custom days are whole and at least 1, and an error is named', () => {
  expect(custom('1')).toEqual({ ms: dayMs, problem: null })
  for (const days of ['', ' ', '0', '-3', '1.5', 'two', '1e9']) expect(custom(days).problem).not.toBeNull()
})
