import { expect, test } from 'vitest'
import type { TrailPoint } from '../../../shared/features/trails/queries.ts'
import { joinTrails } from './PackFeeds.tsx'

const at = (seconds: number, x: number): TrailPoint => [seconds * 1_000, x, 100]

test("[JT1] points seen by the page continue the hub's trail without duplicates", () => {
  expect(joinTrails([[at(1, 10), at(2, 11)]], [at(1, 10), at(2, 11), at(3, 12)], 2, 4_000)).toEqual([
    [at(1, 10), at(2, 11), at(3, 12)],
  ])
})

test('[JT2] an implausible jump begins a new segment', () => {
  expect(joinTrails([[at(1, 10)]], [at(2, 2_000), at(3, 2_001)], 2, 4_000)).toEqual([
    [at(1, 10)],
    [at(2, 2_000), at(3, 2_001)],
  ])
})

test('[JT3] points older than ten minutes are dropped, and segments without points', () => {
  expect(joinTrails([[at(0, 1)], [at(1, 10), at(2, 11)]], [], 2, 601_500)).toEqual([[at(2, 11)]])
  expect(joinTrails([], [], 2, 0)).toEqual([])
})
