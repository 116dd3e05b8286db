import { expect, test } from 'vitest'
import { restMs } from './restMs.ts'

const tracksAt = (units: number, degrees: number) => ({ moving: () => true, pace: () => ({ units, degrees }) })

test('[RS1] the map is drawn again when the quickest animal has gone half a px', () => {
  expect(restMs(tracksAt(0.002, 0), 2, 0)).toBeCloseTo(125)
})

test('[RS2] or when one has turned as far as can be seen', () => {
  expect(restMs(tracksAt(0.002, 0.075), 2, 0)).toBeCloseTo(100)
})

test('[RS3] at most twenty times a second, and at least twice', () => {
  expect(restMs(tracksAt(1, 0), 2, 0)).toBe(50)
  expect(restMs(tracksAt(0, 0), 2, 0)).toBe(500)
})

test('[RS4] when all have arrived it rests', () => {
  expect(restMs({ moving: () => false, pace: () => ({ units: 1, degrees: 1 }) }, 2, 0)).toBeNull()
})

test('[RS5] a clock that runs faster is looked at more often, one that stands hardly ever', () => {
  expect(restMs(tracksAt(0.001, 0), 2, 0, 2)).toBeCloseTo(125)
  expect(restMs(tracksAt(0.001, 0), 2, 0, -2)).toBeCloseTo(125)
  expect(restMs(tracksAt(0.001, 0), 2, 0, 60)).toBe(50)
  expect(restMs(tracksAt(1, 1), 2, 0, 0)).toBe(500)
})
