import { expect, test } from 'vitest'
import { isWellFormed } from './wellFormed.ts'

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

test('[WM1] what messages look like is well formed', () => {
  for (const fine of [undefined, null, 1, 'text', [], {}, { a: [{ b: null }] }, { constructor: 1 }, nested(30)]) {
    expect(isWellFormed(fine)).toBe(true)
  }
})

test('[WM2] nesting without end and keys that would reach every object are not', () => {
  expect(isWellFormed(nested(33))).toBe(false)
  expect(isWellFormed(nested(30_000))).toBe(false)
  expect(isWellFormed(JSON.parse('{"__proto__":{"isAdmin":true}}'))).toBe(false)
  expect(isWellFormed(JSON.parse('[{"a":{"\\u005f_proto__":1}}]'))).toBe(false)
})
