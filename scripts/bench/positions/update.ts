import {
  codeBit,
  createCoder,
  createCounts,
  finish,
  startWriting,
} from '../../../shared/protocol/positions/rangeCoder.ts'
import { alternate } from '../measure.ts'
import { animalAt, type Recording, setGoing, step } from './movement.ts'
import { immer, ours, type Peer } from './peers.ts'
import { createRandom } from './random.ts'

const HERD = 300
const TICKS = 300
const PASSES = 9
const ROUNDS_TO_SETTLE = 6

/** Microseconds to update 300 positions that all change, ready to be sent. */
export async function updateCosts(passes = PASSES) {
  const herd = herdOnTheMove()
  const bits = 8 * bytesOf(herd)
  const measures = {
    ours: measure(ours(), herd),
    bare: measureBare(bits),
    written: measure(immer(HERD, true), herd),
    unwritten: measure(immer(HERD, false), herd),
  }
  // A hub runs for days: all are measured after the JIT compiler has settled.
  for (let round = 0; round < Math.min(ROUNDS_TO_SETTLE, passes); round++)
    for (const run of Object.values(measures)) await run()
  return { ...(await alternate(passes, measures)), bits }
}

function measure(peer: Pick<Peer, 'set' | 'tick'>, { x, y }: Recording) {
  let at = 1_700_000_000_000
  return async () => {
    const start = performance.now()
    for (let tick = 0; tick < TICKS; tick++) {
      const [xs, ys] = [x[tick] as Int32Array, y[tick] as Int32Array]
      for (let animal = 0; animal < HERD; animal++) peer.set(animal, xs[animal] as number, ys[animal] as number)
      at += 1000
      peer.tick(at)
    }
    return ((performance.now() - start) * 1000) / TICKS
  }
}

/** Mean bytes of a frame, once the encoder has seen the whole recording. */
function bytesOf({ x, y }: Recording): number {
  const peer = ours()
  let bytes = 0
  for (let tick = 0; tick < 2 * TICKS; tick++) {
    const [xs, ys] = [x[tick % TICKS] as Int32Array, y[tick % TICKS] as Int32Array]
    for (let animal = 0; animal < HERD; animal++) peer.set(animal, xs[animal] as number, ys[animal] as number)
    const sent = peer.tick(1_700_000_000_000 + tick * 1000)
    if (tick >= TICKS) bytes += sent
  }
  return Math.round(bytes / TICKS)
}

function measureBare(bits: number) {
  const write = bareDecisions(bits)
  return async () => {
    const start = performance.now()
    for (let tick = 0; tick < TICKS; tick++) write()
    return ((performance.now() - start) * 1000) / TICKS
  }
}

/** About as many contexts as an update of walking animals uses. */
const CONTEXTS = 90

/**
 * Writes binary decisions and nothing else, each about as likely as its opposite: what an update needs at least, since a
 * decision carries at most one bit of its frame.
 */
function bareDecisions(decisions: number) {
  const random = createRandom(3)
  const contexts = Uint8Array.from({ length: decisions }, () => random.bits() % CONTEXTS)
  const bits = Uint8Array.from({ length: decisions }, () => random.bits() & 1)
  const coder = createCoder()
  const counts = createCounts(CONTEXTS)
  return (): number => {
    startWriting(coder, 0)
    for (let nth = 0; nth < decisions; nth++) codeBit(coder, counts, contexts[nth] as number, bits[nth] as number)
    return finish(coder, 0).length
  }
}

/** All animals trot, read once a second: the largest possible update. There and back, so that it can be repeated. */
function herdOnTheMove(): Recording {
  const random = createRandom(5)
  const herd = Array.from({ length: HERD }, () =>
    animalAt(1000 + 2000 * random.share(), 1000 + 2000 * random.share(), random),
  )
  const there: Recording = { x: [], y: [], stepsPerTick: 10 }
  for (let tick = 0; tick < TICKS / 2; tick++) {
    for (const animal of herd) {
      setGoing(animal)
      for (let taken = 0; taken < there.stepsPerTick; taken++) step(animal, random)
    }
    there.x.push(Int32Array.from(herd, ({ x }) => Math.floor(x)))
    there.y.push(Int32Array.from(herd, ({ y }) => Math.floor(y)))
  }
  return { ...there, x: [...there.x, ...there.x.toReversed()], y: [...there.y, ...there.y.toReversed()] }
}
