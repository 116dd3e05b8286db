import { expect, test } from 'vitest'
import { pingRestMs, ringPart } from './drawPackPlaces.ts'

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
