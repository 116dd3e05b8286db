import { array, assert, boolean, integer, property, record, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { capped, greater, lesser } from './branchFree.ts'
import { codeNumber, codeSigned, NUMBER_CONTEXTS } from './codeFields.ts'
import {
  ALL_SHARES,
  codeBit,
  codeRaw,
  codeShare,
  createCoder,
  createCounts,
  finish,
  isFinished,
  readShare,
  startReading,
  startWriting,
} from './rangeCoder.ts'
import { createRandom } from './testAnimals.ts'

const coder = createCoder()
const ROOM = 2

test('[RC18] bits are read as they were written, whatever their values and probabilities', () => {
  const bits = array(tuple(integer({ min: 0, max: 5 }), boolean()), { maxLength: 2000 })
  assert(
    property(bits, (said) => {
      startWriting(coder, ROOM)
      const counts = createCounts(6)
      for (const [context, one] of said) codeBit(coder, counts, context, one ? 1 : 0)
      const frame = finish(coder, ROOM)
      const again = createCounts(6)
      startReading(coder, frame, ROOM)
      const heard = said.map(([context]) => codeBit(coder, again, context, 0) === 1)
      expect(heard).toEqual(said.map(([, one]) => one))
      expect(again).toEqual(counts)
      expect(isFinished(coder, ROOM)).toBe(true)
    }),
    { seed: 1, numRuns: 200 },
  )
})

test('[RC19] numbers of any size and sign and raw digits are read as they were written', () => {
  const number = record({
    small: integer({ min: 0, max: 2 ** 20 - 2 }),
    signed: integer({ min: -500_000, max: 500_000 }),
    raw: integer({ min: 0, max: 2 ** 24 - 1 }),
  })
  const pass = (said: { small: number; signed: number; raw: number }[]) => {
    const counts = createCounts(2 * NUMBER_CONTEXTS)
    return said.map(({ small, signed, raw }) => ({
      small: codeNumber(coder, counts, 0, small),
      signed: codeSigned(coder, counts, NUMBER_CONTEXTS, signed),
      raw: codeRaw(coder, 24, raw),
    }))
  }
  assert(
    property(array(number, { maxLength: 100 }), (said) => {
      startWriting(coder, ROOM)
      pass(said)
      startReading(coder, finish(coder, ROOM), ROOM)
      expect(pass(said.map(() => ({ small: 0, signed: 0, raw: 0 })))).toEqual(said)
    }),
    { seed: 2, numRuns: 200 },
  )
})

test('[RC62] values with shares, however small or large, are read as they were written, and the frame ends with them', () => {
  const edge = integer({ min: 1, max: ALL_SHARES - 1 })
  assert(
    property(array(tuple(edge, boolean()), { maxLength: 500 }), (said) => {
      const codeSide = (at: number, isAbove: boolean) =>
        isAbove ? codeShare(coder, at, ALL_SHARES - at) : codeShare(coder, 0, at)
      startWriting(coder, ROOM)
      for (const [at, isAbove] of said) codeSide(at, isAbove)
      const frame = finish(coder, ROOM)
      startReading(coder, frame, ROOM)
      for (const [at, isAbove] of said) {
        expect(readShare(coder) >= at).toBe(isAbove)
        codeSide(at, isAbove)
      }
      expect(isFinished(coder, ROOM)).toBe(true)
    }),
    { seed: 4, numRuns: 500 },
  )
})

test('[RC63] a carry runs through all bytes that are full, and not into the header', () => {
  const said: { below: number; shares: number }[] = []
  const say = (below: number, shares: number) => {
    said.push({ below, shares })
    codeShare(coder, below, shares)
  }
  /** The shares that begin before the written bytes would carry. */
  const sharesBeforeCarry = () => Math.ceil((2 ** 32 - (coder.low >>> 0)) / (coder.range >>> 16))
  startWriting(coder, ROOM)
  say(255, 2)
  // Whether they carry stays open until the last value.
  for (let times = 0; times < 20; times++) say(sharesBeforeCarry() - 1, 2)
  const full = coder.next
  expect([...coder.bytes.slice(ROOM, full)]).toEqual([0, ...Array.from({ length: full - ROOM - 1 }, () => 255)])
  expect(full).toBeGreaterThan(20)
  say(sharesBeforeCarry(), 1)
  const frame = finish(coder, ROOM)
  expect([...frame.slice(0, ROOM + 1)]).toEqual([0, 0, 1])
  expect(frame.slice(ROOM + 1, full).every((byte) => byte === 0)).toBe(true)
  startReading(coder, frame, ROOM)
  for (const { below, shares } of said) {
    expect(readShare(coder)).toBeGreaterThanOrEqual(below)
    expect(readShare(coder)).toBeLessThan(below + shares)
    codeShare(coder, below, shares)
  }
  expect(isFinished(coder, ROOM)).toBe(true)
})

test('[RC20] a bit costs its information content: one in fifty takes about a seventh of a bit', () => {
  const { below } = createRandom(6)
  const counts = createCounts(1)
  startWriting(coder, ROOM)
  for (let bit = 0; bit < 100_000; bit++) codeBit(coder, counts, 0, below(50) === 0 ? 1 : 0)
  const bits = 8 * (finish(coder, ROOM).length - ROOM)
  expect(bits / 100_000).toBeLessThan(0.1414 * 1.05)
})

test('[RC21] a frame with extra bytes is not accepted as finished', () => {
  const write = () => {
    startWriting(coder, ROOM)
    for (let digits = 0; digits < 40; digits++) codeRaw(coder, 20, digits * 26_171)
    return finish(coder, ROOM)
  }
  const isWhole = (frame: Uint8Array) => {
    startReading(coder, frame, ROOM)
    for (let digits = 0; digits < 40; digits++) codeRaw(coder, 20, 0)
    return isFinished(coder, ROOM)
  }
  const frame = write()
  expect(isWhole(frame)).toBe(true)
  for (const more of [[0], [1], [0, 0, 0, 0, 9]]) expect(isWhole(new Uint8Array([...frame, ...more]))).toBe(false)
})

test('[RC22] a number with endless digits is refused', () => {
  startWriting(coder, ROOM)
  const counts = createCounts(NUMBER_CONTEXTS)
  for (let digit = 0; digit < NUMBER_CONTEXTS; digit++) codeBit(coder, counts, digit, 1)
  startReading(coder, finish(coder, ROOM), ROOM)
  expect(() => codeNumber(coder, createCounts(NUMBER_CONTEXTS), 0, 0)).toThrow('a number has too many digits')
})

test('[RC61] the calculations without branches give what Math.min, Math.max and Math.abs give', () => {
  const whole = integer({ min: -(2 ** 30), max: 2 ** 30 - 1 })
  assert(
    property(whole, whole, (one, other) => {
      expect(lesser(one, other)).toBe(Math.min(one, other))
      expect(greater(one, other)).toBe(Math.max(one, other))
      expect(capped(one)).toBe(Math.min(Math.abs(one), 46340))
    }),
    { seed: 3, numRuns: 500 },
  )
})
