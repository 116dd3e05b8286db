import { expect, test } from 'vitest'
import { playTimeLabel } from './PlayRecord.tsx'

test.each([
  [0, '0 min'],
  [119 * 60_000, '119 min'],
  [120 * 60_000, '2 h'],
  [1_245.9 * 3_600_000, '1,245 h'],
])('[PW9] %i ms of play are written as %s', (ms, label) => {
  expect(playTimeLabel(ms)).toBe(label)
})
