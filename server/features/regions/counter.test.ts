import { expect, test } from 'vitest'
import { createRegionCounter } from './counter.ts'

const herd = ['swamps', 'swamps', 'swamps', 'highlands', 'highlands', null]

test('[RG6] counts are published a minute late', () => {
  const counter = createRegionCounter()
  counter.add(1_000, herd)
  expect(counter.publicCounts(60_999)).toEqual({ counts: {}, asOf: null, firstAt: 61_000 })
  expect(counter.publicCounts(61_000)).toMatchObject({ asOf: 1_000, firstAt: null })
})

test('[RG7] a region with fewer than three animals is left out', () => {
  const counter = createRegionCounter()
  counter.add(0, herd)
  expect(counter.publicCounts(60_000).counts).toEqual({ swamps: 3 })
  const emptier = createRegionCounter()
  emptier.add(0, ['swamps', 'swamps', 'swamps'])
  expect(counter.publicCounts(60_000)).toEqual(emptier.publicCounts(60_000))
})

test('[RG8] the last published counts stay, with their time, until newer ones are old enough', () => {
  const counter = createRegionCounter()
  counter.add(0, herd)
  counter.publicCounts(60_000)
  counter.add(100_000, [])
  expect(counter.publicCounts(120_000)).toMatchObject({ asOf: 0, counts: { swamps: 3 } })
  expect(counter.publicCounts(160_000)).toEqual({ counts: {}, asOf: 100_000, firstAt: null })
})
