import { type Animal, animalAt, type Recording, STEP_S, step, turn } from './movement.ts'
import { createRandom, deviateHigh, deviateLow, type Random } from './random.ts'

/**
 * Estimates the minimal number of bits, given a perfect model of how animals move but no knowledge of the future: the length of a
 * code from the generating model itself. A cloud of particles represents all possible states of an animal given its readings so
 * far (position within its unit, heading, speed, gait, pace); each is moved by the model, and the share that lands in the unit
 * read next is the probability of that unit. On average the estimate is too high, since a cloud is coarser than the truth. Four
 * times 2,000 particles lower it by one or two percent at 1 Hz and by five at 10 Hz, where the position within the unit matters
 * most; hence more particles for short ticks.
 */
export interface Cloud {
  particles: number
  /** Ticks from which the cloud learns before they count. */
  warmUp: number
}

/** If this many tries per particle miss, the cloud has lost the animal. */
const ROUNDS = 40
/** Copies of a particle differ by this much, in units, radians and shares. */
const APART = 0.05

/** Mean bits per tick, after the warm-up, of some animals of a recording. */
export function entropyOf(recording: Recording, animals: readonly number[], cloud: Cloud, seed: number): number {
  const random = createRandom(seed)
  const start = balancedCloud(cloud.particles, random)
  let bits = 0
  for (const animal of animals) bits += bitsOf(recording, animal, start, cloud.warmUp, random)
  return bits / (recording.x.length - 1 - cloud.warmUp)
}

/** Bits of one animal for the ticks after the warm-up. */
function bitsOf(
  { x, y, stepsPerTick }: Recording,
  animal: number,
  start: Animal[],
  warmUp: number,
  random: Random,
): number {
  let now = start.map((particle) => ({
    ...particle,
    x: (x[0]?.[animal] ?? 0) + random.share(),
    y: (y[0]?.[animal] ?? 0) + random.share(),
  }))
  let next = now.map((particle) => ({ ...particle }))
  let bits = 0
  for (let tick = 1; tick < x.length; tick++) {
    const [unitX, unitY] = [x[tick]?.[animal] ?? 0, y[tick]?.[animal] ?? 0]
    const { hits, throws } = throwOn(now, next, unitX, unitY, stepsPerTick, random)
    if (tick > warmUp) bits += Math.log2(throws / Math.max(1, hits))
    if (hits === 0) findAgain(now, next, unitX, unitY, stepsPerTick, random)
    else spread(next, hits, unitX, unitY, random)
    ;[now, next] = [next, now]
  }
  return bits
}

/** Animals in all states, with their long-term frequencies in the model. */
const balancedCloud = (particles: number, random: Random): Animal[] =>
  Array.from({ length: particles }, () => {
    const particle = animalAt(2048, 2048, random)
    for (let taken = 0; taken < 3000; taken++) step(particle, random)
    return particle
  })

/** Moves particles until enough have landed in the unit; those come first in `next`. */
function throwOn(now: Animal[], next: Animal[], unitX: number, unitY: number, steps: number, random: Random) {
  let hits = 0
  let throws = 0
  for (let round = 0; round < ROUNDS && hits < now.length / 8; round++) {
    for (let at = 0; at < now.length && hits < now.length; at++) {
      const particle = next[hits] as Animal
      become(particle, now[at] as Animal)
      for (let taken = 0; taken < steps; taken++) step(particle, random)
      throws++
      if (Math.floor(particle.x) === unitX && Math.floor(particle.y) === unitY) hits++
    }
  }
  return { hits, throws }
}

/** Field by field, since hundreds of millions of copies are made. */
function become(particle: Animal, other: Animal): void {
  particle.x = other.x
  particle.y = other.y
  particle.east = other.east
  particle.south = other.south
  particle.speed = other.speed
  particle.pace = other.pace
  particle.turning = other.turning
  particle.gait = other.gait
}

/** Fills the cloud with copies of those that landed, each a little different. */
function spread(next: Animal[], hits: number, unitX: number, unitY: number, random: Random): void {
  for (let at = hits; at < next.length; at++) {
    const particle = next[at] as Animal
    become(particle, next[random.bits() % hits] as Animal)
    const [first, second] = [random.bits(), random.bits()]
    particle.x = Math.max(unitX + 0.001, Math.min(unitX + 0.999, particle.x + APART * deviateLow(first)))
    particle.y = Math.max(unitY + 0.001, Math.min(unitY + 0.999, particle.y + APART * deviateHigh(first)))
    turn(particle, APART * deviateLow(second))
    particle.pace *= 1 + APART * deviateHigh(second)
  }
}

/** Resets a lost cloud to the animal's position, with the movement that explains it. */
function findAgain(now: Animal[], next: Animal[], unitX: number, unitY: number, steps: number, random: Random): void {
  for (const [at, before] of now.entries()) {
    const [x, y] = [unitX + random.share(), unitY + random.share()]
    const distance = Math.max(0.01, Math.hypot(x - before.x, y - before.y))
    const speed = distance / (steps * STEP_S)
    Object.assign(next[at] as Animal, before, {
      x,
      y,
      speed,
      turning: 0,
      pace: speed * (0.9 + 0.2 * random.share()),
      east: (x - before.x) / distance,
      south: (y - before.y) / distance,
      gait: speed > 7.5 ? 5 : speed > 3 ? 4 : speed > 1 ? 3 : 2,
    })
  }
}
