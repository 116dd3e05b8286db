import { expect, test } from 'vitest'
import { mapSize } from './frame.ts'
import { isDryLand, landMaskCells } from './landMask.ts'

test('[EV21] the land mask has the sea around the island, and nothing outside the map', () => {
  for (const place of [
    { x: 1, y: 1 },
    { x: mapSize, y: mapSize },
    { x: -1, y: 2_000 },
    { x: 2_000, y: mapSize + 1 },
    { x: Number.NaN, y: 0 },
  ])
    expect(isDryLand(place)).toBe(false)
  expect(isDryLand({ x: 2_173, y: 2_114 })).toBe(true)
  expect(landMaskCells).toBe(256)
})
