import { expect, test } from 'vitest'
import { gatewayFrame } from '../../../shared/features/world/frame.ts'
import type { ReadAnimal } from '../roster/reading.ts'
import { createTrailMemory } from './trailMemory.ts'

const animal = (x: number, y: number, more: Partial<ReadAnimal> = {}): ReadAnimal => ({
  species: 'Troodon',
  gender: null,
  growth: 50,
  health: 100,
  stamina: 95,
  hunger: 50,
  thirst: 100,
  dead: false,
  slot: 0,
  region: null,
  square: null,
  near: null,
  place: { x, y },
  ...more,
})

function walk() {
  let frame = gatewayFrame
  const memory = createTrailMemory(() => frame)
  const see = (seconds: number, one: ReadAnimal | null, everyMs = 2_000) =>
    memory.take({ at: seconds * 1_000, everyMs, players: one ? [{ id: 'a', name: 'A', animal: one }] : [] })
  /** The positions in each segment, as answered at that second. */
  const segments = (now: number, from = 0) =>
    memory.of('a', from * 1_000, now * 1_000).map((segment) => segment.map(([at, x]) => [at / 1_000, x]))
  const calibrate = () => {
    frame = { ...gatewayFrame }
  }
  return { memory, see, segments, calibrate }
}

test('[TR59] a trail has a point every two seconds, and none while the animal rests', () => {
  const { see, segments } = walk()
  for (let half = 0; half <= 8; half++) see(half / 2, animal(half * 2, 0))
  for (let second = 5; second < 60; second++) see(second, animal(16, 1))
  see(60, animal(20, 0))
  expect(segments(60)).toEqual([
    [
      [0, 0],
      [2, 8],
      [4, 16],
      [60, 20],
    ],
  ])
})

test('[TR60] a new segment begins after a long absence, a teleport, a death, or with another animal', () => {
  const { see, segments } = walk()
  see(0, animal(0, 0))
  see(2, null)
  see(14, animal(10, 0))
  see(30, animal(20, 0))
  see(32, animal(120, 0))
  see(34, animal(122, 0, { dead: true }))
  see(36, animal(122, 0, { dead: true }))
  see(38, animal(124, 0))
  see(40, animal(126, 0, { species: 'Dryosaurus' }))
  expect(segments(40)).toEqual([
    [
      [0, 0],
      [14, 10],
    ],
    [[30, 20]],
    [[32, 120]],
    [[38, 124]],
    [[40, 126]],
  ])
})

test('[GH3] a reading without a place adds no point, and breaks the trail only when it lasts', () => {
  const { see, segments } = walk()
  const unplaced = animal(0, 0, { place: null })
  see(0, animal(0, 0))
  for (const second of [2, 4, 6]) see(second, unplaced)
  see(8, animal(8, 0))
  for (let second = 10; second <= 30; second += 2) see(second, unplaced)
  see(32, animal(30, 0))
  expect(segments(32)).toEqual([
    [
      [0, 0],
      [8, 8],
    ],
    [[32, 30]],
  ])
})

test('[TR61] points older than ten minutes are removed, and in the end the whole trail', () => {
  const { memory, see, segments } = walk()
  for (let second = 0; second <= 1_200; second += 2) see(second, animal(second, 0))
  expect(segments(1_200).flat()).toHaveLength(301)
  expect(segments(1_300)[0]?.[0]).toEqual([700, 700])
  see(1_200 + 601, null)
  expect(memory.size()).toBe(0)
})

test('[TR62] only the part of a trail after the given time is answered', () => {
  const { see, segments } = walk()
  for (let second = 0; second <= 10; second += 2) see(second, animal(second * 3, 0))
  expect(segments(10, 7)).toEqual([
    [
      [8, 24],
      [10, 30],
    ],
  ])
  expect(segments(10, 11)).toEqual([])
})

test('[TR63] where readings are far apart, the time between two of them breaks no trail', () => {
  const { see, segments } = walk()
  for (let second = 0; second <= 180; second += 60) see(second, animal(second, 0), 60_000)
  expect(segments(180)).toHaveLength(1)
})

test('[TR64] a new calibration clears all trails', () => {
  const { memory, see, segments, calibrate } = walk()
  for (let second = 0; second <= 10; second += 2) see(second, animal(second * 3, 0))
  calibrate()
  expect(segments(11)).toEqual([])
  see(12, null)
  expect(memory.size()).toBe(0)
  see(14, animal(40, 0))
  expect(segments(14)).toEqual([[[14, 40]]])
})

test.each([-7_200, -120, 120, 7_200])(
  '[MC10] after the clock is set by %i s a trail begins again and holds no later time',
  (by) => {
    const { see, segments } = walk()
    for (let second = 8_000; second <= 8_020; second += 2) see(second, animal(second - 8_000, 0))
    for (let second = 8_022; second <= 8_030; second += 2) see(second + by, animal(second - 8_000, 0))
    const times = segments(8_030 + by).flatMap((segment) => segment.map(([at = 0]) => at))
    expect(times.filter((at) => at > 8_030 + by)).toEqual([])
    expect(segments(8_030 + by).at(-1)).toHaveLength(5)
  },
)

test('[TR95] when the next leader is some seconds behind, trails lose what is later and go on', () => {
  const { memory, see, segments } = walk()
  see(0, animal(0, 0))
  for (let second = 100; second <= 120; second += 2) see(second, animal(second, 0))
  for (let second = 122; second <= 126; second += 2) see(second - 3, animal(second, 0))
  expect(segments(123)).toEqual([
    [[0, 0]],
    [...Array.from({ length: 10 }, (_, nth) => [100 + 2 * nth, 100 + 2 * nth]), [121, 124], [123, 126]],
  ])
  see(50, null)
  expect(segments(123)).toEqual([[[0, 0]]])
  see(-1, null)
  expect(memory.size()).toBe(0)
})
