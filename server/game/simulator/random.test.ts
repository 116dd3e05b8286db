import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('[RA1] a seed gives the same numbers each time, and another seed others', () => {
  const throws = (seed: number) => {
    const random = createRandom(seed)
    return Array.from({ length: 5 }, () => random())
  }
  expect(throws(7)).toEqual(throws(7))
  expect(throws(7)).not.toEqual(throws(8))
})

test('[RA2] numbers are spread evenly from 0 to 1', () => {
  const random = createRandom(1)
  const counts = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < 10_000; i++) {
    const tenth = Math.floor(random() * 10)
    counts[tenth] = (counts[tenth] ?? 0) + 1
  }
  expect(counts.every((count) => count > 850 && count < 1150)).toBe(true)
})
