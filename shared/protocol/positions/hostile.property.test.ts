import { expect, test } from 'vitest'
import { codeDelta, createInput, HERE } from './codeDelta.ts'
import { codeKey } from './codeKey.ts'
import {
  DELTA_ROOM,
  isKey,
  KEY_ROOM,
  nextSequence,
  sequenceOf,
  sumOf,
  writeDeltaHeader,
  writeKeyHeader,
} from './frameHeader.ts'
import { createPositionsDecoder } from './positionsDecoder.ts'
import { createPositionsEncoder } from './positionsEncoder.ts'
import { BadFrame, createCoder, finish, startReading, startWriting } from './rangeCoder.ts'
import { createStream } from './stream.ts'
import { createRandom, createTestAnimals, seenBy } from './testAnimals.ts'

const START = 1_700_000_000_000

/** A stream in progress, with its next delta and a key frame to damage. */
function runningStream(seed: number) {
  const encoder = createPositionsEncoder()
  const animals = createTestAnimals(seed, 40)
  const decoder = createPositionsDecoder()
  decoder.apply(encoder.key(START))
  for (let tick = 0; tick < 30; tick++) {
    animals.tick(encoder)
    decoder.apply(encoder.delta(START + tick * 1000))
  }
  const key = encoder.key(START)
  animals.tick(encoder)
  return { encoder, decoder, animals, key, next: encoder.delta(START + 30_000) }
}

type Random = ReturnType<typeof createRandom>

const noise = ({ below }: Random, length: number) => Uint8Array.from({ length }, () => below(256))

function damaged(frame: Uint8Array, random: Random): Uint8Array {
  const { below } = random
  const copy = frame.slice()
  const way = below(5)
  if (way === 0) return copy.slice(0, below(copy.length))
  if (way === 1) return new Uint8Array([...copy, ...noise(random, 1 + below(9))])
  if (way === 2) return noise(random, below(200))
  const times = way === 3 ? 1 : 1 + below(8)
  for (let time = 0; time < times; time++) copy[below(copy.length)] = below(256)
  return copy
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

test('[PO20] of 20,000 damaged frames none throws; a refused frame changes nothing, and an accepted one is detected by the next frame', () => {
  const { encoder, animals, decoder, key, next } = runningStream(1)
  animals.tick(encoder)
  const afterNext = encoder.delta(START + 31_000)
  const before = seenBy(decoder)
  const random = createRandom(99)
  let disturbed = 0
  for (let round = 0; round < 20_000; round++) {
    const original = random.happens(50) ? next : key
    const frame = damaged(original, random)
    if (isSame(frame, original)) continue
    const answer = decoder.apply(frame)
    if (answer === 'ok') expect(decoder.apply(afterNext)).not.toBe('ok')
    if (answer === 'ok' || decoder.at() === undefined) {
      disturbed++
      expect(decoder.apply(key)).toBe('ok')
    }
    if (round % 100 === 0) expect(seenBy(decoder)).toEqual(before)
  }
  expect(disturbed).toBeLessThan(8)
  expect(seenBy(decoder)).toEqual(before)
  expect(decoder.apply(next)).toBe('ok')
  expect(decoder.apply(afterNext)).toBe('ok')
})

/** A frame as a hostile server could build it: noise, or a damaged frame, with valid sequence number and checksum. */
function forged(original: Uint8Array, key: Uint8Array, random: Random): Uint8Array {
  const room = isKey(original) ? KEY_ROOM : DELTA_ROOM
  const body = random.happens(50) ? noise(random, random.below(400)) : damaged(original.slice(room), random)
  const frame = new Uint8Array([...new Uint8Array(room), ...body])
  const chain = new DataView(key.buffer).getInt32(1)
  if (isKey(original)) writeKeyHeader(frame, sequenceOf(key), chain)
  else writeDeltaHeader(frame, nextSequence(sequenceOf(key)), sumOf(frame, DELTA_ROOM, chain))
  return frame
}

test('[PO21] of 4,000 forged frames with valid sequence number and checksum none throws or hangs, and none puts an animal outside the world', () => {
  const { key, next, encoder, animals } = runningStream(2)
  const random = createRandom(4)
  const answers = { ok: 0, gap: 0, bad: 0 }
  const decoder = createPositionsDecoder()
  for (let round = 0; round < 4000; round++) {
    decoder.apply(key)
    const answer = decoder.apply(forged(random.happens(60) ? next : key, key, random))
    answers[answer]++
    const seen = seenBy(decoder)
    expect(seen.length).toBeLessThanOrEqual(1024)
    for (const { x, y } of seen) if (Math.abs(x) > 32768 || Math.abs(y) > 32768) throw new Error(`${x}, ${y}`)
  }
  expect(answers.gap).toBe(0)
  expect(answers.bad).toBeGreaterThan(2000)
  expect(decoder.apply(encoder.key(START))).toBe('ok')
  expect(seenBy(decoder)).toEqual(animals.seen())
})

test('[PO22] a forged delta that ends half way leaves no state behind', () => {
  const { key, next } = runningStream(3)
  const random = createRandom(8)
  for (let round = 0; round < 300; round++) {
    const decoder = createPositionsDecoder()
    decoder.apply(key)
    if (decoder.apply(forged(next, key, random)) !== 'bad') continue
    expect(seenBy(decoder)).toEqual([])
    expect(decoder.at()).toBeUndefined()
    expect(decoder.apply(next)).toBe('gap')
  }
})

test('[PO23] frames of another stream are refused', () => {
  const mine = runningStream(4)
  const theirs = runningStream(5)
  expect(sequenceOf(mine.next)).toBe(sequenceOf(theirs.next))
  expect(mine.decoder.apply(theirs.next)).toBe('bad')
  expect(mine.decoder.apply(mine.next)).toBe('ok')
})

/** Encodes a delta without the encoder's checks; it may stop at the first invalid value. */
function unchecked(key: Uint8Array, fill: (input: ReturnType<typeof createInput>) => void): Uint8Array {
  const coder = createCoder()
  const stream = createStream()
  startReading(coder, key, KEY_ROOM)
  codeKey(coder, stream)
  const input = createInput()
  fill(input)
  startWriting(coder, DELTA_ROOM)
  try {
    codeDelta(coder, stream, input)
  } catch (error) {
    if (!(error instanceof BadFrame)) throw error
  }
  const frame = finish(coder, DELTA_ROOM)
  const chain = new DataView(key.buffer).getInt32(1)
  writeDeltaHeader(frame, nextSequence(sequenceOf(key)), sumOf(frame, DELTA_ROOM, chain))
  return frame
}

test('[PO24] a step out of the world is refused; one inside it is accepted', () => {
  const encoder = createPositionsEncoder()
  encoder.set(0, 32_000, 5)
  encoder.delta(START)
  const key = encoder.key(START)
  const stepTo = (x: number) =>
    unchecked(key, (input) => {
      input.tick = START / 100
      input.presence[0] = HERE
      input.x[0] = x
      input.y[0] = 5
    })
  const answerTo = (frame: Uint8Array) => {
    const decoder = createPositionsDecoder()
    decoder.apply(key)
    return decoder.apply(frame)
  }
  expect(answerTo(stepTo(32_767))).toBe('ok')
  expect(answerTo(stepTo(32_768))).toBe('bad')
  expect(answerTo(stepTo(400_000))).toBe('bad')
})
