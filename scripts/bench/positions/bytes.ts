import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'
import { entropyOf } from './entropy.ts'
import { meterHerd } from './meter.ts'
import { type Recording, recordHerd } from './movement.ts'
import { colyseus, jsonList, ours, type Peer } from './peers.ts'

const HERD = 300
/** A viewer stays ten minutes and is sent everything once, on joining: that much of it falls on each tick. */
const VISIT_S = 600
/** What a map, a place on it and a heading take if nothing is known: two times 12 bits, and 6. */
const PLACE_BITS = 30

const WARM_UP = 20
const SAMPLED = 40

/** A pace of reading, how many readings, how many of them are compared with what particles foretell, and how many particles. */
export interface Pace {
  hz: number
  ticks: number
  window: number
  particles: number
}

/** Bytes a tick of the same herd in each encoding, everything that a viewer is sent included. */
export function bytesAt({ hz, ticks, window, particles }: Pace) {
  const recording = recordHerd(HERD, hz, ticks, 7)
  // The first third only teaches: a stream lives for hours.
  const from = Math.floor(ticks / 3)
  const told = { ours: ours(), colyseus: colyseus(HERD), json: jsonList(HERD) }
  checkExact(recording, hz)
  return {
    ours: bytesOf(told.ours, recording, hz, from),
    colyseus: bytesOf(told.colyseus, recording, hz, from),
    // The list is everything each time: who joins needs nothing more.
    json: ticksOf(told.json, recording, hz, from),
    entropy: entropyBytes(recording, from, window, particles) + (HERD * PLACE_BITS) / 8 / (VISIT_S * hz),
    key: told.ours.join(0),
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

/** Small frames are worth nothing if they are wrong. */
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
 * The estimate of the entropy takes long for each animal. So a sample of them tells how far the codec's own code is from it,
 * on the same animals and ticks; what the codec spends on the whole herd tells the rest.
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
