import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lengthOf } from './durations.ts'

test('[DU3] no part of a length is written as zero', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 10 ** 10 }), (ms) => {
      expect(lengthOf(ms)).not.toMatch(/\b0 /)
    }),
  )
})
