import { expect, test } from 'vitest'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { createPlaces } from './slots.ts'

type Spot = readonly [slot: number, x: number, y: number]
const spots = (...all: Spot[]) => new Map(all.map(([slot, x, y]) => [slot, { x, y }]))

/** An audience whose frames wait for `flush`, as in the gateway. */
function open() {
  let waiting: (() => Uint8Array)[] = []
  const places = createPlaces((frame) => waiting.push(frame))
  const decoder = createPositionsDecoder()
  const flush = () => {
    const frames = waiting.map((make) => make())
    waiting = []
    return frames
  }
  const held = (by = decoder) => {
    const all: Spot[] = []
    by.visit((slot, x, y) => all.push([slot, x, y]))
    return all
  }
  const join = () => {
    flush()
    const other = createPositionsDecoder()
    expect(other.apply(places.key(9_000))).toBe('ok')
    return other
  }
  const follow = () => {
    for (const frame of flush()) expect(decoder.apply(frame)).toBe('ok')
  }
  const drop = () => {
    waiting = []
  }
  return { places, decoder, flush, held, join, follow, drop }
}

test('[PL32] a watcher sees the shown animals and no others', () => {
  const { places, decoder, held, follow } = open()
  decoder.apply(places.key(1_000))
  places.show(spots([1, 10, 20], [2, 30, 40]), 2_000)
  follow()
  places.show(spots([2, 31, 40], [3, 50, 60]), 4_000)
  follow()
  expect(held()).toEqual([
    [2, 31, 40],
    [3, 50, 60],
  ])
  expect(decoder.at()).toBe(4_000)
})

test('[PL33] an animal at a position that no frame can carry is not drawn, and does not affect others', () => {
  const { places, decoder, held, follow } = open()
  decoder.apply(places.key(1_000))
  places.show(spots([1, 10, 20], [2, 30, 40]), 2_000)
  places.show(spots([1, 9e9, 0], [2, 31, 40]), 4_000)
  follow()
  expect(held()).toEqual([[2, 31, 40]])
})

test('[PL34] a removed animal is in no later frame, not even in one offered before', () => {
  const { places, decoder, held, flush } = open()
  decoder.apply(places.key(1_000))
  places.show(spots([1, 10, 20], [2, 30, 40]), 2_000)
  places.remove([1])
  for (const frame of flush()) {
    expect(decoder.apply(frame)).toBe('ok')
    expect(held()).toEqual([[2, 30, 40]])
  }
})

test('[PL35] a key frame after a removal does not depend on where the removed animal was', () => {
  const keyAfter = (x: number, y: number) => {
    const { places, flush } = open()
    places.key(1_000)
    places.show(spots([1, x, y], [2, 30, 40]), 2_000)
    flush()
    places.remove([1])
    flush()
    return Buffer.from(places.key(5_000)).subarray(9)
  }
  expect(keyAfter(1_111, 2_222)).toEqual(keyAfter(3_333, 4_044))
})

test('[PL36] a removal while the stream is unwatched is in the next key frame', () => {
  const { places, held, join, drop } = open()
  places.show(spots([1, 10, 20], [2, 30, 40]), 2_000)
  drop()
  places.remove([2])
  drop()
  expect(held(join())).toEqual([[1, 10, 20]])
})
