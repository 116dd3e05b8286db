import { expect, test } from 'vitest'
import { boxOfLabel, pingRestMs, ringPart } from './drawPackPlaces.ts'

test('[PR11] the ring of a ping spreads for two seconds and disappears', () => {
  expect([10_000, 11_000, 11_999, 12_000, 99_000].map((now) => ringPart({ at: 10_000 }, now))).toEqual([
    ...[0, 0.5, 0.9995, null, null],
  ])
})

test('[PR12] with a slow local clock the ring starts when the ping arrives', () => {
  expect(ringPart({ at: 10_000 }, 9_400)).toBe(0)
})

test('[PR13] frames are requested while a ring spreads and not afterwards', () => {
  expect(pingRestMs([{ at: 1_000 }, { at: 10_000 }], 11_500)).toBe(16)
  expect(pingRestMs([{ at: 1_000 }, { at: 10_000 }], 12_000)).toBeNull()
  expect(pingRestMs([], 0)).toBeNull()
})

test('[RM6] the label of a ping gives way to names: below it, else above, right or left of it', () => {
  const [at, width] = [{ x: 100, y: 100 }, 80]
  const name = { x: 80, y: 118, width: 40, height: 16 }
  const label = (...taken: readonly (typeof name)[]) =>
    boxOfLabel({ at, belowPx: 24, abovePx: 24, taken: [...taken] }, width)
  const above = { ...name, y: 70 }
  const right = { ...name, x: 130, y: 92 }
  const left = { ...name, x: 30, y: 92 }
  expect(label()).toEqual({ x: 60, y: 116, width, height: 16 })
  expect(label(name)).toEqual({ x: 60, y: 68, width, height: 16 })
  expect(label(name, above).x).toBe(118)
  expect(label(name, above, right).x).toBe(2)
  expect(label(name, above, right, left)).toEqual(label())
})
