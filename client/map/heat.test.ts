import { expect, test } from 'vitest'
import { mapSize } from '../../shared/features/world/frame.ts'
import { mixed } from '../themes/mixColours.ts'
import { heatCells, heatLevel, heatOf } from './heat.ts'

const at = (heat: Float32Array, x: number, y: number) =>
  heat[Math.floor((y / mapSize) * heatCells) * heatCells + Math.floor((x / mapSize) * heatCells)] ?? 0

test('[MQ21] a single animal does not colour the ground, a crowd does, the more the hotter', () => {
  const crowd = (count: number) => heatOf(Array.from({ length: count }, (_, index) => ({ x: 1_000 + index, y: 1_000 })))
  expect(heatLevel(at(crowd(1), 1_000, 1_000))).toBe(0)
  expect(heatLevel(at(crowd(4), 1_000, 1_000))).toBeGreaterThan(0)
  expect(heatLevel(at(crowd(8), 1_000, 1_000))).toBeGreaterThan(heatLevel(at(crowd(4), 1_000, 1_000)))
  expect(heatLevel(at(crowd(300), 1_000, 1_000))).toBe(1)
  expect(at(crowd(300), 3_000, 1_000)).toBe(0)
})

test('[MQ22] animals at the edge of the map and outside it are not errors', () => {
  const heat = heatOf([
    { x: 0, y: 0 },
    { x: mapSize, y: mapSize },
    { x: -5_000, y: 9_000 },
  ])
  expect(heat[0]).toBeGreaterThan(0)
  expect(heat.at(-1)).toBeGreaterThan(0)
})

test('[MQ23] a mixed colour is between its two', () => {
  expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(mixed('#102030', '#ffffff', 1)).toBe('#102030')
})
