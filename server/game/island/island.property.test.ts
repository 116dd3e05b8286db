import { describe, expect, test } from 'vitest'
import { mulberry32 } from '../../../shared/engine/mulberry32.ts'
import { mapSize, type Point } from '../../../shared/features/world/frame.ts'
import { isDryLand, landMaskCells } from '../../../shared/features/world/landMask.ts'
import { type RegionId, regions } from '../../../shared/features/world/regions.ts'
import { createIsland, type Island, islandSeed } from './island.ts'
import type { Ground } from './terrain.ts'

const seeds = [islandSeed, 1, 2, 3]
const islands = new Map(seeds.map((seed) => [seed, createIsland(seed)]))
const islandOf = (seed: number): Island => islands.get(seed) ?? createIsland(seed)

/** Places spread evenly over a circle. */
const within = (circle: Point & { radius: number }, count = 300): Point[] =>
  Array.from({ length: count }, (_, i) => {
    const away = Math.sqrt((i + 0.5) / count) * circle.radius
    return { x: circle.x + away * Math.cos(i * 2.39996), y: circle.y + away * Math.sin(i * 2.39996) }
  })

const region = (id: RegionId) => regions.find((each) => each.id === id) ?? regions[0]

const share = (island: Island, places: readonly Point[], ...grounds: Ground[]) =>
  places.filter(({ x, y }) => grounds.includes(island.ground(x, y))).length / places.length

const meanHeight = (island: Island, places: readonly Point[]) =>
  places.reduce((sum, { x, y }) => sum + island.elevation(x, y), 0) / places.length

/** Pseudo-random places of the map, the same for each run. */
const somewhere = (count: number): Point[] => {
  const random = mulberry32(99)
  return Array.from({ length: count }, () => ({ x: random() * mapSize, y: random() * mapSize }))
}

describe.each(seeds)('the island of seed %d', (seed) => {
  const island = islandOf(seed)
  const land = somewhere(4000).filter(({ x, y }) => island.ground(x, y) !== 'sea')

  test('[IS1] land fills most of the map and sea surrounds it', () => {
    expect(land.length / 4000).toBeGreaterThan(0.5)
    expect(land.length / 4000).toBeLessThan(0.75)
    for (let along = 0; along <= mapSize; along += 64)
      for (const [x, y] of [
        [along, 30],
        [along, mapSize - 30],
        [30, along],
        [mapSize - 30, along],
      ] as const)
        expect(island.ground(x, y)).toBe('sea')
  })

  test('[IS2] every region is on the island', () => {
    for (const each of regions) {
      expect(island.ground(each.x, each.y), each.name).not.toBe('sea')
      expect(share(island, within(each), 'sea'), each.name).toBeLessThan(0.2)
    }
  })

  test('[IS3] Highlands and Northwest Ridge are rock, far above the rest', () => {
    for (const id of ['highlands-sector', 'northwest-ridge'] as const) {
      const places = within(region(id))
      expect(share(island, places, 'rock')).toBeGreaterThan(0.5)
      expect(meanHeight(island, places)).toBeGreaterThan(meanHeight(island, land) * 2.5)
    }
  })

  test('[IS4] North Lake is a lake and Water Access is at the water', () => {
    expect(island.ground(region('north-lake').x, region('north-lake').y)).toBe('lake')
    expect(share(island, within(region('north-lake')), 'lake')).toBeGreaterThan(0.4)
    expect(share(island, within(region('water-access')), 'lake', 'river')).toBeGreaterThan(0.15)
  })

  test('[IS5] Swamps and East Swamp are low and wet', () => {
    for (const id of ['swamps', 'east-swamp'] as const) {
      expect(share(island, within(region(id)), 'swamp', 'lake', 'river')).toBeGreaterThan(0.6)
      for (const { x, y } of within(region(id), 60)) expect(island.elevation(x, y)).toBeLessThan(40)
    }
  })

  test('[IS6] South Plains are open grass, the jungles are dense forest', () => {
    expect(share(island, within(region('south-plains')), 'grass')).toBeGreaterThan(0.7)
    for (const id of ['northern-jungle', 'jungle-sector'] as const)
      expect(share(island, within(region(id)), 'forest')).toBeGreaterThan(0.6)
  })

  test('[IS7] Central River is on a river and West Access by the west coast', () => {
    const { x, y, radius } = region('central-river')
    expect(
      island.rivers.some((river) => river.some((at) => at.width > 4 && Math.hypot(at.x - x, at.y - y) < radius)),
    ).toBe(true)
    const west = region('west-access')
    const shore = Array.from({ length: 60 }, (_, i) => west.x - i * 8).find((at) => island.ground(at, west.y) === 'sea')
    expect(west.x - (shore ?? -1000)).toBeLessThan(450)
  })

  test('[IS8] rivers only run downhill, and end in water', () => {
    expect(island.rivers.length).toBeGreaterThan(15)
    const joints = new Set(island.rivers.flatMap((river) => river.slice(0, -1).map((at) => `${at.x} ${at.y}`)))
    for (const river of island.rivers) {
      for (let i = 1; i < river.length; i++)
        expect(river[i]?.elevation).toBeLessThanOrEqual(river[i - 1]?.elevation ?? -1)
      const mouth = river.at(-1) ?? { x: 0, y: 0 }
      const joins = joints.has(`${mouth.x} ${mouth.y}`)
      expect(joins || ['sea', 'lake'].includes(island.ground(mouth.x, mouth.y))).toBe(true)
    }
  })

  test('[IS9] a lake is flat, and deeper than its shore', () => {
    for (const lake of island.lakes) {
      const first = lake.outline[0] ?? { x: 0, y: 0 }
      expect(lake.outline.at(-1)).toEqual(first)
      const surfaces = lake.outline.map(({ x, y }) => island.elevation(x, y) - lake.level).sort((a, b) => a - b)
      expect(Math.abs(surfaces[Math.floor(surfaces.length / 2)] ?? 9)).toBeLessThan(0.5)
    }
    const lakes = land.filter(({ x, y }) => island.ground(x, y) === 'lake')
    expect(lakes.length).toBeGreaterThan(20)
    for (const { x, y } of lakes) expect(island.depth(x, y)).toBeGreaterThan(0)
  })

  test('[IS10] the sea is below 0 and the land above it, except for lake beds', () => {
    for (const { x, y } of somewhere(2000)) {
      const ground = island.ground(x, y)
      // The height is interpolated between four cells, the ground is that of one: directly at the shore they may
      // differ.
      if (ground === 'sea') expect(island.elevation(x, y)).toBeLessThan(4)
      else if (ground !== 'lake') expect(island.elevation(x, y)).toBeGreaterThan(-6)
      expect(island.depth(x, y) > 0).toBe(['sea', 'lake', 'river'].includes(ground))
    }
  })

  test('[IS11] the nearest water is fresh water, and none is notably nearer', () => {
    const fresh: Point[] = []
    for (let x = 4; x < mapSize; x += 8)
      for (let y = 4; y < mapSize; y += 8) if (['lake', 'river'].includes(island.ground(x, y))) fresh.push({ x, y })
    for (const from of somewhere(60)) {
      const found = island.nearestWater(from.x, from.y)
      expect(['lake', 'river']).toContain(island.ground(found.x, found.y))
      const least = Math.min(...fresh.map((at) => Math.hypot(at.x - from.x, at.y - from.y)))
      expect(Math.hypot(found.x - from.x, found.y - from.y)).toBeLessThan(least + 20)
    }
  })
})

test('[IS12] the same seed gives the same island and another seed another', () => {
  const again = createIsland(islandSeed)
  const first = islandOf(islandSeed)
  for (const { x, y } of somewhere(500)) {
    expect(again.elevation(x, y)).toBe(first.elevation(x, y))
    expect(again.ground(x, y)).toBe(first.ground(x, y))
  }
  expect(again.rivers).toEqual(first.rivers)
  expect(islandOf(1).rivers).not.toEqual(first.rivers)
})

test('[IS13] outside the map there is sea', () => {
  expect(islandOf(1).ground(-500, 9000)).toBe('sea')
  expect(islandOf(1).elevation(-500, 9000)).toBeLessThan(0)
})

test('[IS14] a finer grid refines the same island', () => {
  const fine = createIsland(islandSeed, 1024)
  const coarse = islandOf(islandSeed)
  const places = somewhere(1500)
  const same = places.filter(({ x, y }) => (fine.ground(x, y) === 'sea') === (coarse.ground(x, y) === 'sea'))
  expect(same.length / places.length).toBeGreaterThan(0.98)
  const differences = places.map(({ x, y }) => Math.abs(fine.elevation(x, y) - coarse.elevation(x, y)))
  expect(differences.sort((a, b) => a - b)[1200]).toBeLessThan(25)
})

test('[EV22] the land mask, by which migrations are kept to land, is that of the island that the map shows', () => {
  const island = islandOf(islandSeed)
  const side = mapSize / landMaskCells
  const wrong: Point[] = []
  for (let row = 0; row < landMaskCells; row += 1)
    for (let column = 0; column < landMaskCells; column += 1) {
      const place = { x: (column + 0.5) * side, y: (row + 0.5) * side }
      const ground = island.ground(place.x, place.y)
      if (isDryLand(place) !== (ground !== 'sea' && ground !== 'lake')) wrong.push(place)
    }
  expect(wrong).toEqual([])
})
