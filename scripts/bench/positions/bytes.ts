import { codeStep } from '../../../shared/protocol/positions/codeStep.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'
import { bitsWritten, createCoder, startWriting } from '../../../shared/protocol/positions/rangeCoder.ts'
import { createStream, placeTrack, trackAt } from '../../../shared/protocol/positions/stream.ts'
import { entropyOf } from './entropy.ts'
import { type Recording, recordHerd } from './movement.ts'
import { colyseus, jsonList, ours, type Peer } from './peers.ts'

const HERD = 300
/** A viewer stays ten minutes and gets one key frame on joining: the share of it per tick. */
const VISIT_S = 600
/** Bits of a position and a heading without any knowledge: two times 12, and 6. */
const PLACE_BITS = 30

const WARM_UP = 20
const SAMPLED = 40

/** Readings per second, number of readings, number of those compared with the particle estimate, and number of particles. */
export interface Pace {
  hz: number
  ticks: number
  window: number
  particles: number
}

/** Bytes per tick of the same herd in each encoding, including everything that a viewer gets. */
export function bytesAt({ hz, ticks, window, particles }: Pace) {
  const recording = recordHerd(HERD, hz, ticks, 7)
  // The first third is training: a stream lives for hours.
  const from = Math.floor(ticks / 3)
  const values = { ours: ours(), colyseus: colyseus(HERD), json: jsonList(HERD) }
  checkExact(recording, hz)
  return {
    ours: bytesOf(values.ours, recording, hz, from),
    colyseus: bytesOf(values.colyseus, recording, hz, from),
    // The list is always complete: a new viewer needs nothing more.
    json: ticksOf(values.json, recording, hz, from),
    entropy: entropyBytes(recording, from, window, particles) + (HERD * PLACE_BITS) / 8 / (VISIT_S * hz),
    key: values.ours.join(0),
  }
}

const bytesOf = (peer: Peer, recording: Recording, hz: number, from: number) =>
  ticksOf(peer, recording, hz, from) + peer.join(0) / (VISIT_S * hz)

const timeOf = (tick: number, hz: number) => 1_700_000_000_000 + (tick * 1000) / hz

function ticksOf(peer: Peer, { x, y }: Recording, hz: number, from: number): number {
  let bytes = 0
  for (const [tick, xs] of x.entries()) {
    for (const [animal, unit] of xs.entries()) peer.set(animal, unit, y[tick]?.[animal] ?? 0)
    const sent = peer.tick(timeOf(tick, hz))
    if (tick >= from) bytes += sent
  }
  return bytes / (x.length - from)
}

/** Checks that the frames are correct. */
function checkExact({ x, y }: Recording, hz: number): void {
  const encoder = createPositionsEncoder()
  const decoder = createPositionsDecoder()
  decoder.apply(encoder.key(0))
  for (const [tick, xs] of x.entries()) {
    for (const [animal, unit] of xs.entries()) encoder.set(animal, unit, y[tick]?.[animal] ?? 0)
    if (decoder.apply(encoder.delta(timeOf(tick, hz))) !== 'ok') throw new Error(`tick ${tick} could not be read`)
    let seen = 0
    decoder.visit((slot, atX, atY) => {
      if (atX !== xs[slot] || atY !== y[tick]?.[slot]) throw new Error(`tick ${tick}: animal ${slot} is elsewhere`)
      seen++
    })
    if (seen !== HERD) throw new Error(`tick ${tick}: ${seen} animals instead of ${HERD}`)
  }
}

/**
 * The entropy estimate is slow for each animal. So a sample gives the ratio of the codec's size to it, for the same animals and
 * ticks, which is applied to the whole herd.
 */
function entropyBytes(recording: Recording, from: number, window: number, particles: number): number {
  const sample = Array.from({ length: SAMPLED }, (_, nth) => Math.floor((nth * HERD) / SAMPLED))
  const spent = meterHerd(recording, recording.x.length - window)
  const spentOnSample = sample.reduce((sum, animal) => sum + (spent[animal] ?? 0), 0)
  const kept = window + WARM_UP + 1
  const last = { ...recording, x: recording.x.slice(-kept), y: recording.y.slice(-kept) }
  const share = entropyOf(last, sample, { particles, warmUp: WARM_UP }, 11) / spentOnSample
  return (share * meterHerd(recording, from).reduce((sum, bits) => sum + bits, 0)) / 8
}

/** Bits per tick that the positions codec uses for each animal from `from` on: whole frames give only the sum. */
function meterHerd({ x, y }: Recording, from: number): Float64Array {
  const stream = createStream()
  const spent = new Float64Array(x[0]?.length ?? 0)
  const coder = createCoder()
  for (const [tick, xs] of x.entries()) {
    const ys = y[tick] as Int32Array
    startWriting(coder, 0)
    for (let slot = 0; slot < spent.length; slot++) {
      const track = trackAt(stream, slot)
      const before = bitsWritten(coder)
      if (tick === 0) placeTrack(track, xs[slot] as number, ys[slot] as number, 0)
      else codeStep(coder, stream, track, xs[slot] as number, ys[slot] as number)
      if (tick >= from) spent[slot] = (spent[slot] as number) + bitsWritten(coder) - before
    }
  }
  return spent.map((bits) => bits / (x.length - from))
}
