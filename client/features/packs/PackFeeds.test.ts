import { expect, test } from 'vitest'
import type { TrailPoint } from '../../../shared/features/trails/queries.ts'
import { joinTrails } from './PackFeeds.tsx'

const at = (seconds: number, x: number): TrailPoint => [seconds * 1_000, x, 100]

test('[JT1] what the page saw goes on where the hub’s telling ends, and nothing is there twice', () => {
  expect(joinTrails([[at(1, 10), at(2, 11)]], [at(1, 10), at(2, 11), at(3, 12)], 2, 4_000)).toEqual([
    [at(1, 10), at(2, 11), at(3, 12)],
  ])
})

test('[JT2] a leap that no animal can make begins a new piece', () => {
  expect(joinTrails([[at(1, 10)]], [at(2, 2_000), at(3, 2_001)], 2, 4_000)).toEqual([
    [at(1, 10)],
    [at(2, 2_000), at(3, 2_001)],
  ])
})

test('[JT3] what is older than ten minutes falls off, and with its last point a piece', () => {
  expect(joinTrails([[at(0, 1)], [at(1, 10), at(2, 11)]], [], 2, 601_500)).toEqual([[at(2, 11)]])
  expect(joinTrails([], [], 2, 0)).toEqual([])
})
