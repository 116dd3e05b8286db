import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTracks, fastestMetres, headingBetween, headingOf, slackMetres } from './tracks.ts'

const metresPerUnit = 2.7
const moving = () => createTracks({ metresPerUnit, reducedMotion: false })
const at = (x: number, y: number, heading: number | null = 0) => ({ x, y, heading })

test('[TR1] an animal moves from its drawn place to the read place over the interval', () => {
  const tracks = moving()
  tracks.receive(1, at(100, 100), 0, 2_000)
  tracks.receive(1, at(110, 90), 2_000, 2_000)
  expect(tracks.poseAt(1, 2_000)).toMatchObject({ x: 100, y: 100 })
  expect(tracks.poseAt(1, 3_000)).toMatchObject({ x: 105, y: 95 })
  expect(tracks.poseAt(1, 4_000)).toMatchObject({ x: 110, y: 90 })
  expect(tracks.poseAt(1, 99_000)).toMatchObject({ x: 110, y: 90 })
})

test('[TR2] an early reading continues from where the animal is drawn, without a jump', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ step: fc.integer({ min: 100, max: 4_000 }), x: fc.integer({ min: 0, max: 8 }) }), {
        minLength: 2,
      }),
      (readings) => {
        const tracks = moving()
        let now = 0
        tracks.receive(1, at(0, 0), now, 2_000)
        for (const { step, x } of readings) {
          now += step
          const before = tracks.poseAt(1, now)?.x ?? Number.NaN
          tracks.receive(1, at(x, 0), now, 2_000)
          expect(tracks.poseAt(1, now)?.x).toBeCloseTo(before, 9)
        }
      },
    ),
  )
})

test('[TR3] an animal turns the short way round', () => {
  expect(headingBetween(350, 10, 0.5)).toBeCloseTo(0)
  expect(headingBetween(10, 350, 0.5)).toBeCloseTo(0)
  expect(headingBetween(90, 180, 0.5)).toBeCloseTo(135)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 0, max: 359 }), (from, to) => {
      const half = headingBetween(from, to, 0.5)
      const away = Math.abs(((half - from + 540) % 360) - 180)
      expect(away).toBeLessThanOrEqual(90)
      expect(((headingBetween(from, to, 1) - to + 540) % 360) - 180).toBeCloseTo(0)
    }),
  )
})

test('[TR4] above a plausible speed the animal jumps to its place at once', () => {
  const tracks = moving()
  tracks.receive(1, at(100, 100), 0, 2_000)
  tracks.receive(1, at(900, 900), 2_000, 2_000)
  expect(tracks.poseAt(1, 2_000)).toMatchObject({ x: 900, y: 900 })
})

test('[TR5] the plausible distance grows with the time since the last reading', () => {
  const reach = (slackMetres + fastestMetres * 2) / metresPerUnit
  for (const [way, eases] of [
    [reach - 1, true],
    [reach + 1, false],
  ] as const) {
    const tracks = moving()
    tracks.receive(1, at(0, 0), 0, 2_000)
    tracks.receive(1, at(way, 0), 2_000, 2_000)
    expect(tracks.poseAt(1, 2_000)?.x === 0).toBe(eases)
  }
})

test('[TR6] with reduced motion an animal is at its read place at once', () => {
  const tracks = createTracks({ metresPerUnit, reducedMotion: true })
  tracks.receive(1, at(100, 100), 0, 2_000)
  tracks.receive(1, at(104, 100), 2_000, 2_000)
  expect(tracks.poseAt(1, 2_000)).toMatchObject({ x: 104 })
  expect(tracks.isMoving(2_001)).toBe(false)
})

test('[TR7] reduced motion switched on during a movement ends the movement', () => {
  const tracks = moving()
  tracks.receive(1, at(100, 100), 0, 2_000)
  tracks.receive(1, at(104, 100), 2_000, 2_000)
  tracks.setReducedMotion(true)
  expect(tracks.poseAt(1, 2_500)).toMatchObject({ x: 104 })
})

test('[TR8] an animal without a known heading faces its direction of movement and keeps facing it at rest', () => {
  const tracks = moving()
  tracks.receive(1, at(100, 100, null), 0, 2_000)
  tracks.receive(1, at(105, 100, null), 2_000, 2_000)
  expect(tracks.poseAt(1, 4_000)?.heading).toBeCloseTo(90)
  tracks.receive(1, at(105, 100, null), 4_000, 2_000)
  expect(tracks.poseAt(1, 6_000)?.heading).toBeCloseTo(90)
  expect(headingOf(0, -1)).toBeCloseTo(0)
  expect(headingOf(-1, 0)).toBeCloseTo(270)
})

test("[TR9] a slot that passes to another player does not move from the previous animal's place", () => {
  const tracks = moving()
  tracks.receive(1, at(100, 100), 0, 2_000)
  tracks.receive(1, at(108, 100), 2_000, 2_000)
  tracks.snap(1)
  expect(tracks.poseAt(1, 2_000)).toMatchObject({ x: 108 })
  tracks.forget(1)
  expect(tracks.poseAt(1, 2_000)).toBeNull()
})

test('[TR10] nothing moves after all movements have ended', () => {
  const tracks = moving()
  tracks.receive(1, at(100, 100), 0, 2_000)
  expect(tracks.isMoving(1)).toBe(false)
  tracks.receive(1, at(104, 100), 2_000, 2_000)
  expect(tracks.isMoving(3_999)).toBe(true)
  expect(tracks.isMoving(4_000)).toBe(false)
})

test('[TR11] an animal moving diagonally in whole units has a steady heading', () => {
  const tracks = moving()
  const headings: number[] = []
  for (let i = 0; i < 40; i++) {
    tracks.receive(1, at(Math.round(i * 1.5), Math.round(-i * 0.8), null), i * 2_000, 2_000)
    headings.push(tracks.poseAt(1, (i + 1) * 2_000)?.heading ?? Number.NaN)
  }
  const settled = headings.slice(4)
  expect(Math.max(...settled) - Math.min(...settled)).toBeLessThan(25)
  expect(settled.reduce((sum, heading) => sum + heading, 0) / settled.length).toBeCloseTo(headingOf(1.5, -0.8), -1)
})

test('[TR12] a teleport does not turn the animal', () => {
  const tracks = moving()
  tracks.receive(1, at(100, 100, null), 0, 2_000)
  tracks.receive(1, at(105, 100, null), 2_000, 2_000)
  tracks.receive(1, at(900, 3_000, null), 4_000, 2_000)
  expect(tracks.poseAt(1, 9_000)?.heading).toBeCloseTo(90)
})

test('[TR13] the top speed is that of the fastest animal, and zero after all have arrived', () => {
  const tracks = moving()
  for (const slot of [1, 2]) tracks.receive(slot, at(100, 100), 0, 2_000)
  tracks.receive(1, at(104, 100), 2_000, 2_000)
  tracks.receive(2, at(100, 110, 350), 2_000, 2_000)
  expect(tracks.topSpeed(2_000).units).toBeCloseTo(10 / 2_000)
  expect(tracks.topSpeed(2_000).degrees).toBeCloseTo(10 / 450)
  expect(tracks.topSpeed(2_500).degrees).toBe(0)
  expect(tracks.topSpeed(4_000)).toEqual({ units: 0, degrees: 0 })
})

test('[TR14] keeping only some slots among a group does not forget slots outside the group', () => {
  const tracks = moving()
  for (const slot of [0, 1, 2]) tracks.receive(slot, at(100, 100), 0, 2_000)
  tracks.keepOnly(new Set([2]), (slot) => slot > 0)
  expect([0, 1, 2].map((slot) => tracks.poseAt(slot, 0) !== null)).toEqual([true, false, true])
  tracks.keepOnly(new Set(), (slot) => slot === 0)
  expect([0, 1, 2].map((slot) => tracks.poseAt(slot, 0) !== null)).toEqual([false, false, true])
})

test('[TR15] after clear nothing moves, so that the clock can be set back', () => {
  const tracks = moving()
  tracks.receive(1, at(100, 100), 60_000, 2_000)
  tracks.receive(1, at(110, 100), 62_000, 2_000)
  expect(tracks.isMoving(3_000)).toBe(true)
  tracks.clear()
  expect(tracks.isMoving(3_000)).toBe(false)
})
