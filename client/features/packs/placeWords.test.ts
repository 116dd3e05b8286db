import { expect, test } from 'vitest'
import { placeWords } from './placeWords.ts'

test('[WY1] a place is called by its region, by the region it is near, or by its numbers', () => {
  expect(placeWords({ x: 3057, y: 870 })).toBe('North Lake')
  expect(placeWords({ x: 3057, y: 870 - 180 - 60 })).toBe('near North Lake')
  expect(placeWords({ x: 40.4, y: 59.6 })).toBe('40, 60')
})
