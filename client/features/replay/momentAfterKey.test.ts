import { expect, test } from 'vitest'
import { momentAfterKey } from './momentAfterKey.ts'

const stretches = [
  { from: 0, until: 100_000 },
  { from: 200_000, until: 300_000 },
]
const whole = { from: 0, until: 300_000 }

test.each([
  ['ArrowRight', 50_000, 52_000],
  ['ArrowLeft', 50_000, 48_000],
  ['PageUp', 10_000, 70_000],
  ['PageDown', 290_000, 230_000],
  ['Home', 250_000, 0],
  ['End', 250_000, 300_000],
  ['ArrowLeft', 1_000, 0],
  ['ArrowRight', 299_500, 300_000],
])('[MK1] %s at %d leads to %d', (key, at, to) => {
  expect(momentAfterKey(at, key, whole, stretches)).toBe(to)
})

test.each([
  ['ArrowRight', 99_000, 200_000],
  ['PageUp', 60_000, 200_000],
  ['ArrowLeft', 200_500, 100_000],
  ['PageDown', 240_000, 100_000],
])('[MK2] %s at %d goes over the gap to %d', (key, at, to) => {
  expect(momentAfterKey(at, key, whole, stretches)).toBe(to)
})

test('[MK3] other keys lead nowhere', () => {
  expect(momentAfterKey(1, 'a', whole, stretches)).toBeNull()
  expect(momentAfterKey(1, 'toString', whole, stretches)).toBeNull()
})
