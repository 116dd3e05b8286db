import { expect, test } from 'vitest'
import { createTally } from './tally.ts'

const herd = ['swamps', 'swamps', 'swamps', 'highlands', 'highlands', null]

test('[RG1] counts are told a minute late', () => {
  const tally = createTally()
  tally.add(1_000, herd)
  expect(tally.tell(60_999)).toEqual({ counts: {}, asOf: null, firstAt: 61_000 })
  expect(tally.tell(61_000)).toMatchObject({ asOf: 1_000, firstAt: null })
})

test('[RG2] of a region with fewer than three nothing is told, not even that there are some', () => {
  const tally = createTally()
  tally.add(0, herd)
  expect(tally.tell(60_000).counts).toEqual({ swamps: 3 })
  const emptier = createTally()
  emptier.add(0, ['swamps', 'swamps', 'swamps'])
  expect(tally.tell(60_000)).toEqual(emptier.tell(60_000))
})

test('[RG3] what was told last stays, with its time, while nothing newer is old enough', () => {
  const tally = createTally()
  tally.add(0, herd)
  tally.tell(60_000)
  tally.add(100_000, [])
  expect(tally.tell(120_000)).toMatchObject({ asOf: 0, counts: { swamps: 3 } })
  expect(tally.tell(160_000)).toEqual({ counts: {}, asOf: 100_000, firstAt: null })
})
