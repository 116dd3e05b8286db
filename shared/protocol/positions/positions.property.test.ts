import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { sumOf } from './frameHeader.ts'
import { createPositionsDecoder } from './positionsDecoder.ts'
import { createPositionsEncoder } from './positionsEncoder.ts'
import { createTestAnimals, seenBy, shownBy } from './testAnimals.ts'

const START = 1_700_000_000_000

test('[PO1] every position arrives exactly: resting, running, leaving the map, jumping, appearing, disappearing, changing places', () => {
  for (const seed of [1, 2, 3]) {
    const encoder = createPositionsEncoder()
    const decoder = createPositionsDecoder()
    const animals = createTestAnimals(seed, 40 * seed)
    decoder.apply(encoder.key(START))
    for (let tick = 1; tick <= 1500; tick++) {
      animals.tick(encoder)
      expect(decoder.apply(encoder.delta(START + 1000 * tick))).toBe('ok')
      expect(seenBy(decoder)).toEqual(animals.seen())
      expect(decoder.at()).toBe(START + 1000 * tick)
    }
  }
})

test('[PO2] a decoder that joins with a key frame at any tick continues with the same deltas as earlier decoders', () => {
  const encoder = createPositionsEncoder()
  const animals = createTestAnimals(7, 60)
  const resident = createPositionsDecoder()
  resident.apply(encoder.key(START))
  const joined: ReturnType<typeof createPositionsDecoder>[] = []
  for (let tick = 1; tick <= 400; tick++) {
    animals.tick(encoder)
    const frame = encoder.delta(START + 500 * tick)
    for (const decoder of [resident, ...joined]) expect(decoder.apply(frame)).toBe('ok')
    for (const decoder of joined) expect(shownBy(decoder)).toEqual(shownBy(resident))
    const joining = createPositionsDecoder()
    expect(joining.apply(encoder.key(START))).toBe('ok')
    expect(seenBy(joining)).toEqual(animals.seen())
    expect(joining.at()).toBe(resident.at())
    joined.push(joining)
    // Join times grow, plus one decoder from the beginning.
    if (joined.length > 12) joined.splice(1, 1)
  }
})

test('[PO3] a key frame does not change the deltas that follow', () => {
  const [asked, left] = [createPositionsEncoder(), createPositionsEncoder()]
  const [animals, twin] = [createTestAnimals(5, 50), createTestAnimals(5, 50)]
  left.key(START)
  for (let tick = 0; tick < 200; tick++) {
    animals.tick(asked)
    twin.tick(left)
    asked.key(START)
    expect(asked.delta(START + tick * 1000)).toEqual(left.delta(START + tick * 1000))
  }
})

test('[PO4] a missing frame is detected as a gap, changes nothing, and a key frame repairs the stream', () => {
  const encoder = createPositionsEncoder()
  const animals = createTestAnimals(3, 30)
  const decoder = createPositionsDecoder()
  expect(decoder.apply(encoder.delta(START))).toBe('gap')
  decoder.apply(encoder.key(START))
  for (let missing = 1; missing <= 40; missing++) {
    const before = shownBy(decoder)
    for (let lost = 0; lost < missing; lost++) {
      animals.tick(encoder)
      encoder.delta(START)
    }
    animals.tick(encoder)
    const answer = decoder.apply(encoder.delta(START))
    // The sequence number wraps after four frames; then the checksum detects the gap.
    expect(answer).toBe(missing % 4 === 0 ? 'bad' : 'gap')
    expect(shownBy(decoder)).toEqual(before)
    expect(decoder.apply(encoder.key(START))).toBe('ok')
    expect(seenBy(decoder)).toEqual(animals.seen())
  }
})

test('[PO5] a repeated or late frame changes nothing, and the expected one is still accepted', () => {
  const encoder = createPositionsEncoder()
  const animals = createTestAnimals(9, 30)
  const decoder = createPositionsDecoder()
  decoder.apply(encoder.key(START))
  animals.tick(encoder)
  const first = encoder.delta(START)
  decoder.apply(first)
  animals.tick(encoder)
  const second = encoder.delta(START + 1000)
  expect(decoder.apply(first)).toBe('gap')
  expect(decoder.apply(second)).toBe('ok')
  expect(decoder.apply(second)).toBe('gap')
  expect(seenBy(decoder)).toEqual(animals.seen())
})

test('[PO6] the time advances without movement, over pauses and clocks set back', () => {
  const encoder = createPositionsEncoder()
  const decoder = createPositionsDecoder()
  encoder.set(1, 10, 10)
  decoder.apply(encoder.key(START))
  expect(decoder.at()).toBe(START)
  for (const later of [1000, 2000, 3100, 3100, 2500, 90_000_000, 90_002_000, 1000, 3e6, 9e6, 2e7]) {
    expect(decoder.apply(encoder.delta(START + later))).toBe('ok')
    expect(decoder.at()).toBe(START + later)
  }
  expect(encoder.delta(START + 2e7 + 2000).length).toBeLessThan(8)
})

test('[PO7] a heading is the direction of movement, at rest the given or last one, and unknown before any', () => {
  const encoder = createPositionsEncoder()
  const decoder = createPositionsDecoder()
  decoder.apply(encoder.key(START))
  const headings = () => shownBy(decoder).map(([, , , heading]) => heading)
  encoder.set(1, 100, 100)
  encoder.set(2, 200, 200, 40)
  decoder.apply(encoder.delta(START))
  expect(headings()).toEqual([-1, 40])
  for (let tick = 1; tick < 6; tick++) {
    encoder.set(1, 100, 100 + 5 * tick)
    encoder.set(2, 200 - 5 * tick, 200)
    decoder.apply(encoder.delta(START + tick * 1000))
  }
  // South is a quarter turn clockwise from east, west half a turn.
  expect(headings()).toEqual([16, 32])
  for (let tick = 6; tick < 30; tick++) decoder.apply(encoder.delta(START + tick * 1000))
  expect(headings()).toEqual([16, 32])
  encoder.set(1, 100, 125, 7)
  decoder.apply(encoder.delta(START + 30_000))
  decoder.apply(encoder.key(START))
  expect(headings()).toEqual([7, 32])
})

test('[PO8] moved and newly appeared animals are distinguished', () => {
  const encoder = createPositionsEncoder()
  const decoder = createPositionsDecoder()
  decoder.apply(encoder.key(START))
  const flags = () => shownBy(decoder).map(([slot, , , , moved, placed]) => [slot, moved, placed])
  encoder.set(4, 50, 50)
  decoder.apply(encoder.delta(START))
  expect(flags()).toEqual([[4, false, true]])
  encoder.set(4, 51, 50)
  encoder.set(5, 50, 50)
  decoder.apply(encoder.delta(START))
  expect(flags()).toEqual([
    [4, true, false],
    [5, false, true],
  ])
  // Another animal takes a slot in the tick in which the previous one left it.
  encoder.remove(4)
  encoder.set(4, 52, 50)
  decoder.apply(encoder.delta(START))
  expect(flags()).toEqual([
    [4, false, true],
    [5, false, false],
  ])
})

test('[PO9] invalid input is refused with the reason, and changes nothing', () => {
  const encoder = createPositionsEncoder()
  expect(() => encoder.set(1024, 0, 0)).toThrow('slot 1024: must be a whole number from 0 to 1023')
  expect(() => encoder.set(-1, 0, 0)).toThrow('slot -1')
  expect(() => encoder.remove(0.5)).toThrow('slot 0.5')
  expect(() => encoder.set(0, 0.5, 0)).toThrow('position 0.5, 0: both must be whole numbers')
  expect(() => encoder.set(0, Number.NaN, 0)).toThrow('position')
  expect(() => encoder.set(0, 0, 40_000)).toThrow('position 0, 40000')
  expect(() => encoder.set(0, 0, 0, 64)).toThrow('heading 64')
  expect(() => encoder.delta(Number.NaN)).toThrow('time NaN: must be milliseconds since 1970')
  expect(() => encoder.delta(-1e6)).toThrow('time')
  const decoder = createPositionsDecoder()
  decoder.apply(encoder.key(START))
  decoder.apply(encoder.delta(START))
  expect(seenBy(decoder)).toEqual([])
})

test('[PO10] for any sequence of calls the decoder shows what was set last', () => {
  const coordinate = integer({ min: -32768, max: 32767 })
  const near = integer({ min: 0, max: 60 })
  const order = record({
    does: constantFrom('set', 'near', 'near', 'near', 'remove', 'delta', 'delta', 'key'),
    slot: constantFrom(0, 1, 2, 500, 1023),
    x: coordinate,
    y: coordinate,
    nearX: near,
    nearY: near,
  })
  assert(
    property(array(order, { maxLength: 200 }), (orders) => {
      const encoder = createPositionsEncoder()
      let decoder = createPositionsDecoder()
      decoder.apply(encoder.key(START))
      const expected = new Map<number, { slot: number; x: number; y: number }>()
      for (const { does, slot, x, y, nearX, nearY } of orders) {
        if (does === 'set' || does === 'near') {
          const at = does === 'set' ? { slot, x, y } : { slot, x: nearX, y: nearY }
          encoder.set(slot, at.x, at.y)
          expected.set(slot, at)
        } else if (does === 'remove') {
          encoder.remove(slot)
          expected.delete(slot)
        } else if (does === 'key') {
          decoder = createPositionsDecoder()
          if (decoder.apply(encoder.key(START)) !== 'ok') throw new Error('a key frame was refused')
        } else {
          if (decoder.apply(encoder.delta(START)) !== 'ok') throw new Error('a delta was refused')
          expect(seenBy(decoder)).toEqual([...expected.values()].sort((a, b) => a.slot - b.slot))
        }
      }
    }),
    { numRuns: 300, seed: 20260101 },
  )
})

test('[PO11] an animal in every slot, all jumping at once, fits into a frame', () => {
  const encoder = createPositionsEncoder()
  const decoder = createPositionsDecoder()
  decoder.apply(encoder.key(START))
  for (let tick = 0; tick < 6; tick++) {
    for (let slot = 0; slot < 1024; slot++)
      encoder.set(
        slot,
        ((slot * 7919 + tick * 30_011) % 65536) - 32768,
        ((slot * 104_729 + tick * 52_361) % 65536) - 32768,
      )
    expect(decoder.apply(encoder.delta(START + tick))).toBe('ok')
  }
  const joining = createPositionsDecoder()
  expect(joining.apply(encoder.key(START))).toBe('ok')
  expect(seenBy(joining)).toEqual(seenBy(decoder))
  expect(seenBy(decoder)).toHaveLength(1024)
})

/** Checksum and bytes of the frames of moving, resting and jumping animals, with a key frame in every fifty ticks. */
function wireOf(seed: number): { sum: number; bytes: number } {
  const encoder = createPositionsEncoder()
  const animals = createTestAnimals(seed, 80)
  let [sum, bytes] = [0, 0]
  const add = (frame: Uint8Array) => {
    sum = sumOf(frame, 0, sum)
    bytes += frame.length
  }
  for (let tick = 0; tick < 600; tick++) {
    animals.tick(encoder)
    add(encoder.delta(START + 1000 * tick))
    if (tick % 50 === 0) add(encoder.key(START))
  }
  return { sum, bytes }
}

/** The bytes of each number of the format. A changed result needs a new number with a new line here, since the replay stores frames. */
const wires: Record<number, ReturnType<typeof wireOf>[]> = {
  1: [
    { sum: 841936737, bytes: 28812 },
    { sum: 470975755, bytes: 28801 },
  ],
}

test('[PO28] the same animals give the same bytes as before: another result is another format and protocol', () => {
  const format = (createPositionsEncoder().key(START)[0] ?? 0) & 0x1f
  expect(
    [wireOf(11), wireOf(12)],
    `The frames have changed: raise FORMAT (now ${format}) and protocolVersion by one and write the new line here.`,
  ).toEqual(wires[format])
})
