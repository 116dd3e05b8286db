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
  const measures = {
    ours: measure(ours(), herd),
    written: measure(immer(HERD, true), herd),
    unwritten: measure(immer(HERD, false), herd),
  }
  // A hub runs for days: all are measured after the JIT compiler has settled.
  for (let round = 0; round < Math.min(ROUNDS_TO_SETTLE, passes); round++)
    for (const run of Object.values(measures)) await run()
  return alternate(passes, measures)
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
