import { expect, test } from 'vitest'
import { codeDelta, createWanted, HERE } from './codeDelta.ts'
import { codeKey } from './codeKey.ts'
import { DELTA_ROOM, isKey, KEY_ROOM, nextSequence, sealDelta, sealKey, sequenceOf, sumOf } from './frameHeader.ts'
import { createPositionsDecoder } from './positionsDecoder.ts'
import { createPositionsEncoder } from './positionsEncoder.ts'
import { BadFrame, createCoder, finish, startReading, startWriting } from './rangeCoder.ts'
import { createStream } from './stream.ts'
import { createChance, createHerd, seenBy } from './testAnimals.ts'

const START = 1_700_000_000_000

/** A stream that has been going on for a while, with the next frame and a key frame to spoil. */
function runningStream(seed: number) {
  const encoder = createPositionsEncoder()
  const herd = createHerd(seed, 40)
  const decoder = createPositionsDecoder()
  decoder.apply(encoder.key(START))
  for (let tick = 0; tick < 30; tick++) {
    herd.live(encoder)
    decoder.apply(encoder.delta(START + tick * 1000))
  }
  const key = encoder.key(START)
  herd.live(encoder)
  return { encoder, decoder, herd, key, next: encoder.delta(START + 30_000) }
}

type Chance = ReturnType<typeof createChance>

const noise = ({ below }: Chance, length: number) => Uint8Array.from({ length }, () => below(256))

function spoilt(frame: Uint8Array, chance: Chance): Uint8Array {
  const { below } = chance
  const copy = frame.slice()
  const way = below(5)
  if (way === 0) return copy.slice(0, below(copy.length))
  if (way === 1) return new Uint8Array([...copy, ...noise(chance, 1 + below(9))])
  if (way === 2) return noise(chance, below(200))
  const times = way === 3 ? 1 : 1 + below(8)
  for (let time = 0; time < times; time++) copy[below(copy.length)] = below(256)
  return copy
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

test('[PO20] of 20,000 spoilt frames none throws; refused they change nothing, and one that passes is found out by the next', () => {
  const { encoder, herd, decoder, key, next } = runningStream(1)
  herd.live(encoder)
  const afterNext = encoder.delta(START + 31_000)
  const before = seenBy(decoder)
  const chance = createChance(99)
  let disturbed = 0
  for (let round = 0; round < 20_000; round++) {
    const original = chance.happens(50) ? next : key
    const frame = spoilt(original, chance)
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

/** A frame as a hostile server would make it: noise, or a spoilt frame, with the right number and sum. */
function forged(original: Uint8Array, key: Uint8Array, chance: Chance): Uint8Array {
  const room = isKey(original) ? KEY_ROOM : DELTA_ROOM
  const body = chance.happens(50) ? noise(chance, chance.below(400)) : spoilt(original.slice(room), chance)
  const frame = new Uint8Array([...new Uint8Array(room), ...body])
  const chain = new DataView(key.buffer).getInt32(1)
  if (isKey(original)) sealKey(frame, sequenceOf(key), chain)
  else sealDelta(frame, nextSequence(sequenceOf(key)), sumOf(frame, DELTA_ROOM, chain))
  return frame
}

test('[PO21] 4,000 forged frames with the right number and sum: none throws, all end, nobody is seen out of the world', () => {
  const { key, next, encoder, herd } = runningStream(2)
  const chance = createChance(4)
  const answers = { ok: 0, gap: 0, bad: 0 }
  const decoder = createPositionsDecoder()
  for (let round = 0; round < 4000; round++) {
    decoder.apply(key)
    const answer = decoder.apply(forged(chance.happens(60) ? next : key, key, chance))
    answers[answer]++
    const seen = seenBy(decoder)
    expect(seen.length).toBeLessThanOrEqual(1024)
    for (const { x, y } of seen) if (Math.abs(x) > 32768 || Math.abs(y) > 32768) throw new Error(`${x}, ${y}`)
  }
  expect(answers.gap).toBe(0)
  expect(answers.bad).toBeGreaterThan(2000)
  expect(decoder.apply(encoder.key(START))).toBe('ok')
  expect(seenBy(decoder)).toEqual(herd.seen())
})

test('[PO22] a forged delta that breaks off half way leaves nothing behind that could be taken for true', () => {
  const { key, next } = runningStream(3)
  const chance = createChance(8)
  for (let round = 0; round < 300; round++) {
    const decoder = createPositionsDecoder()
    decoder.apply(key)
    if (decoder.apply(forged(next, key, chance)) !== 'bad') continue
    expect(seenBy(decoder)).toEqual([])
    expect(decoder.at()).toBeUndefined()
    expect(decoder.apply(next)).toBe('gap')
  }
})

test('[PO23] the frames of another stream are refused', () => {
  const mine = runningStream(4)
  const theirs = runningStream(5)
  expect(sequenceOf(mine.next)).toBe(sequenceOf(theirs.next))
  expect(mine.decoder.apply(theirs.next)).toBe('bad')
  expect(mine.decoder.apply(mine.next)).toBe('ok')
})

/** What a delta would be that says this, written without the encoder's checks: it may stop at the first thing that is wrong. */
function unchecked(key: Uint8Array, say: (wanted: ReturnType<typeof createWanted>) => void): Uint8Array {
  const coder = createCoder()
  const stream = createStream()
  startReading(coder, key, KEY_ROOM)
  codeKey(coder, stream)
  const wanted = createWanted()
  say(wanted)
  startWriting(coder, DELTA_ROOM)
  try {
    codeDelta(coder, stream, wanted)
  } catch (error) {
    if (!(error instanceof BadFrame)) throw error
  }
  const frame = finish(coder, DELTA_ROOM)
  const chain = new DataView(key.buffer).getInt32(1)
  sealDelta(frame, nextSequence(sequenceOf(key)), sumOf(frame, DELTA_ROOM, chain))
  return frame
}

test('[PO24] a step out of the world is refused; one inside it is not', () => {
  const encoder = createPositionsEncoder()
  encoder.set(0, 32_000, 5)
  encoder.delta(START)
  const key = encoder.key(START)
  const stepTo = (x: number) =>
    unchecked(key, (wanted) => {
      wanted.tick = START / 100
      wanted.presence[0] = HERE
      wanted.x[0] = x
      wanted.y[0] = 5
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
