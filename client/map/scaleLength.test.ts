import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleLength } from './scaleLength.ts'

test('[SL1] the bar is a round length and says it in the nearest unit', () => {
  expect(scaleLength(0.2, 120)).toEqual({ metres: 500, px: 100, words: '500 m' })
  expect(scaleLength(0.03, 120)).toEqual({ metres: 2_000, px: 60, words: '2 km' })
})

test('[SL2] it fits, and fills at least a third of the room, at every zoom of the map', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.025, max: 1, noNaN: true }), (pxPerMetre) => {
      const { px, metres } = scaleLength(pxPerMetre, 120)
      expect(px).toBeLessThanOrEqual(120)
      expect(px).toBeGreaterThanOrEqual(40)
      expect(px).toBeCloseTo(metres * pxPerMetre)
    }),
  )
})
