import { expect, test } from 'vitest'
import { rowAfterKey } from './rosterKeys.ts'

const ids = Array.from({ length: 25 }, (_, i) => `r${i}`)

test.each([
  ['r3', 'ArrowDown', 'r4'],
  ['r3', 'ArrowUp', 'r2'],
  ['r0', 'ArrowUp', 'r0'],
  ['r24', 'ArrowDown', 'r24'],
  ['r3', 'PageDown', 'r13'],
  ['r3', 'PageUp', 'r0'],
  ['r3', 'Home', 'r0'],
  ['r3', 'End', 'r24'],
])('[RK13] from %s %s leads to %s', (from, key, to) => {
  expect(rowAfterKey(ids, from, key)).toBe(to)
})

test('[RK14] other keys, and keys outside the rows, have no effect', () => {
  expect(rowAfterKey(ids, 'r3', 'a')).toBeNull()
  expect(rowAfterKey(ids, null, 'ArrowDown')).toBeNull()
  expect(rowAfterKey([], 'r3', 'End')).toBeNull()
})
