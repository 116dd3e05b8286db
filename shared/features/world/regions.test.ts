import { expect, test } from 'vitest'
import { gatewayFrame, mapSize, toUnits } from './frame.ts'
import { nearestRegion, regionAt, regions } from './regions.ts'

/** Labels of the game's map, [id, Lat, Long] in thousands of centimetres. */
const labels = [
  ['south-plains', 210, -215],
  ['west-access', -112, -360],
  ['highlands-sector', -78, -80],
  ['water-access', -219, 93],
  ['northwest-ridge', -260, -140],
  ['northern-jungle', -318, 160],
  ['north-lake', -370, 325],
  ['swamps', 294, 54],
  ['jungle-sector', -31, 85],
] as const

test('[RG1] there are eleven regions, each within the map', () => {
  expect(new Set(regions.map((region) => region.id)).size).toBe(11)
  for (const { x, y, radius } of regions) {
    expect(Math.min(x, y) - radius).toBeGreaterThan(0)
    expect(Math.max(x, y) + radius).toBeLessThan(mapSize)
  }
})

test.each(labels)('[RG2] %s lies where the game labels it', (id, lat, long) => {
  const place = toUnits(gatewayFrame, { x: long * 1000, y: lat * 1000 })
  expect(regionAt(place.x, place.y)?.id).toBe(id)
})

test('[RG3] a region contains its middle and its edge and nothing beyond', () => {
  for (const { id, x, y, radius } of regions) {
    expect(regionAt(x, y)?.id).toBe(id)
    expect(regionAt(x, y - radius)?.id).toBe(id)
    expect(regionAt(x, y - radius - 1)?.id).not.toBe(id)
  }
})

test('[RG4] the open sea belongs to no region but always has a nearest one', () => {
  expect(regionAt(20, 20)).toBeNull()
  expect(nearestRegion(20, 1800).id).toBe('west-access')
  expect(nearestRegion(4090, 4090).id).toBe('east-swamp')
})

test('[RG5] the nearest region is measured from the edges, so that a wide region is near from further away', () => {
  // Nearer to the middle of Water Access, nearer to the edge of the Northern Jungle.
  expect(nearestRegion(2294, 1289).id).toBe('northern-jungle')
  expect(nearestRegion(2265, 1332).id).toBe('water-access')
})
