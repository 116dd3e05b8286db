import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import { createRegionCounter } from './counter.ts'

const herd = ['swamps', 'swamps', 'swamps', 'highlands', 'highlands', null]

function openCounter() {
  const clock = createTestClock(1_000)
  const counter = createRegionCounter(clock)
  return { clock, add: (regions: (string | null)[]) => counter.add(clock.now(), regions), counts: counter.publicCounts }
}

test('[RG6] counts are published a minute late', () => {
  const { clock, add, counts } = openCounter()
  add(herd)
  clock.pass(59_999)
  expect(counts()).toEqual({ counts: {}, asOf: null, firstAt: 61_000 })
  clock.pass(1)
  expect(counts()).toMatchObject({ asOf: 1_000, firstAt: null })
})

test('[RG7] a region with fewer than three animals is left out', () => {
  const [one, other] = [openCounter(), openCounter()]
  one.add(herd)
  other.add(['swamps', 'swamps', 'swamps'])
  for (const { clock } of [one, other]) clock.pass(60_000)
  expect(one.counts().counts).toEqual({ swamps: 3 })
  expect(one.counts()).toEqual(other.counts())
})

test('[RG8] the last published counts stay, with their time, until newer ones are old enough', () => {
  const { clock, add, counts } = openCounter()
  add(herd)
  clock.pass(60_000)
  counts()
  clock.pass(40_000)
  add([])
  clock.pass(20_000)
  expect(counts()).toMatchObject({ asOf: 1_000, counts: { swamps: 3 } })
  clock.pass(40_000)
  expect(counts()).toEqual({ counts: {}, asOf: 101_000, firstAt: null })
})

test.each([-7_200_000, -120_000, 120_000, 7_200_000])(
  '[MC9] the public delay of region counts is a minute, even when the clock is set by %i ms meanwhile',
  (byMs) => {
    const { clock, add, counts } = openCounter()
    add(herd)
    clock.pass(30_000)
    clock.setWallBy(byMs)
    clock.pass(29_999)
    expect(counts().asOf).toBeNull()
    clock.pass(1)
    expect(counts().counts).toEqual({ swamps: 3 })
    add([])
    clock.pass(60_000)
    expect(counts().counts).toEqual({})
  },
)
