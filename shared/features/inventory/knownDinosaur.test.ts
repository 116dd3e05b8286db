import { expect, test } from 'vitest'
import { playHoursText, playTimeText } from './knownDinosaur.ts'

test.each([
  [0, '0 min', '0h'],
  [12.9 * 60_000, '12 min', '0h'],
  [3_599_999, '59 min', '0h'],
  [3_600_000, '1h', '1h'],
  [12.9 * 3_600_000, '12h', '12h'],
])('[IV1800] %i ms played are shown as %s, and programs get %s', (ms, shown, told) => {
  expect([playTimeText(ms), playHoursText(ms)]).toEqual([shown, told])
})
