import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapSize } from './frame.ts'
import { placeInWords, squareAt, whereaboutsAt, whereaboutsLabel, whereaboutsOf } from './placeInWords.ts'
import { regions } from './regions.ts'

test('[MV1] a place outside all regions is named by its grid square and the nearest region', () => {
  expect(placeInWords({ x: 1400, y: 2300 })).toBe('C5, near Highlands Sector')
  expect(placeInWords({ x: 20, y: 20 })).toBe('A1, near Northwest Ridge')
})

test('[MV2] a place inside a region is named by its grid square and that region', () => {
  expect(placeInWords({ x: 2059, y: 3307 })).toBe('E7, Swamps')
})

test('[MV3] the grid has columns A to H and rows 1 to 8, edges included', () => {
  expect(squareAt({ x: 0, y: 0 })).toBe('A1')
  expect(squareAt({ x: 511.9, y: 512 })).toBe('A2')
  expect(squareAt({ x: mapSize, y: mapSize })).toBe('H8')
  expect(squareAt({ x: -1, y: 100 })).toBeNull()
})

test('[MV4] a place outside the map says so, with the nearest region', () => {
  expect(placeInWords({ x: -40, y: 1800 })).toBe('off the map, near West Access')
  expect(whereaboutsLabel(whereaboutsAt({ x: -40, y: 1800 }))).toBe('Off the map, near West Access')
})

test('[MV5] an unknown place says so; a recording without squares falls back to the region', () => {
  expect(whereaboutsOf({ region: null, isPlaced: false })).toBe('place unknown')
  expect(whereaboutsOf({ region: 'swamps' })).toBe('Swamps')
  expect(whereaboutsOf({ region: null })).toBe('outside all regions')
})

test('[MV6] every place is put into words with a region and without raw coordinates', () => {
  const units = fc.integer({ min: -2_000, max: 6_000 })
  fc.assert(
    fc.property(units, units, (x, y) => {
      const words = placeInWords({ x, y })
      expect(words).toMatch(/^([A-H][1-8]|off the map), (near )?\D+$/)
      expect(regions.some(({ name }) => words.endsWith(name))).toBe(true)
    }),
  )
})
