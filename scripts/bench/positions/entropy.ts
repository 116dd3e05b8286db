import { createDice, type Dice, deviateHigh, deviateLow } from './dice.ts'
import { type Animal, animalAt, type Recording, STEP_S, step, turn } from './movement.ts'

/**
 * How few bits would do, if one knew exactly how the animals move and nothing of what they will: the length of a code made
 * from the generating model itself. A cloud of particles stands for all that may be true of an animal given where it was read
 * so far (its place inside its unit, heading, speed, gait, pace); each is moved on by the model, and the share that lands in
 * the unit read next is that unit's chance. An estimate, and on average one from above: any cloud is a coarser model than
 * the truth. Four times 2,000 particles lower it by one or two in a hundred at 1 Hz and by five at 10 Hz, where the fate of an
 * animal hangs on its place inside its unit; hence more of them where ticks are short.
 */
export interface Cloud {
  particles: number
  /** Ticks that the cloud may learn from before they count. */
  warmUp: number
}

/** If this many throws for each particle miss, the cloud has lost the animal. */
const ROUNDS = 40
/** Copies of a particle are moved apart by this much, in units, radians and shares. */
const APART = 0.05

/** Mean bits a tick, after the warm-up, of some animals of a recording. */
export function entropyOf(recording: Recording, animals: readonly number[], cloud: Cloud, seed: number): number {
  const dice = createDice(seed)
  const start = balancedCloud(cloud.particles, dice)
  let bits = 0
  for (const animal of animals) bits += bitsOf(recording, animal, start, cloud.warmUp, dice)
  return bits / (recording.x.length - 1 - cloud.warmUp)
}

/** Bits for the ticks after the warm-up of one animal. */
function bitsOf(
  { x, y, stepsPerTick }: Recording,
  animal: number,
  start: Animal[],
  warmUp: number,
  dice: Dice,
): number {
  let now = start.map((particle) => ({
    ...particle,
    x: (x[0]?.[animal] ?? 0) + dice.share(),
    y: (y[0]?.[animal] ?? 0) + dice.share(),
  }))
  let next = now.map((particle) => ({ ...particle }))
  let bits = 0
  for (let tick = 1; tick < x.length; tick++) {
    const [unitX, unitY] = [x[tick]?.[animal] ?? 0, y[tick]?.[animal] ?? 0]
    const { hits, throws } = throwOn(now, next, unitX, unitY, stepsPerTick, dice)
    if (tick > warmUp) bits += Math.log2(throws / Math.max(1, hits))
    if (hits === 0) findAgain(now, next, unitX, unitY, stepsPerTick, dice)
    else spread(next, hits, unitX, unitY, dice)
    ;[now, next] = [next, now]
  }
  return bits
}

/** Animals in all states, as often as the model has them in the long run. */
const balancedCloud = (particles: number, dice: Dice): Animal[] =>
  Array.from({ length: particles }, () => {
    const particle = animalAt(2048, 2048, dice)
    for (let taken = 0; taken < 3000; taken++) step(particle, dice)
    return particle
  })

/** Moves particles on until enough have landed in the unit; those are the first of `next`. */
function throwOn(now: Animal[], next: Animal[], unitX: number, unitY: number, steps: number, dice: Dice) {
  let hits = 0
  let throws = 0
  for (let round = 0; round < ROUNDS && hits < now.length / 8; round++) {
    for (let at = 0; at < now.length && hits < now.length; at++) {
      const particle = next[hits] as Animal
      become(particle, now[at] as Animal)
      for (let taken = 0; taken < steps; taken++) step(particle, dice)
      throws++
      if (Math.floor(particle.x) === unitX && Math.floor(particle.y) === unitY) hits++
    }
  }
  return { hits, throws }
}

/** Field by field: hundreds of millions of copies are made. */
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
function spread(next: Animal[], hits: number, unitX: number, unitY: number, dice: Dice): void {
  for (let at = hits; at < next.length; at++) {
    const particle = next[at] as Animal
    become(particle, next[dice.bits() % hits] as Animal)
    const [first, second] = [dice.bits(), dice.bits()]
    particle.x = Math.max(unitX + 0.001, Math.min(unitX + 0.999, particle.x + APART * deviateLow(first)))
    particle.y = Math.max(unitY + 0.001, Math.min(unitY + 0.999, particle.y + APART * deviateHigh(first)))
    turn(particle, APART * deviateLow(second))
    particle.pace *= 1 + APART * deviateHigh(second)
  }
}

/** The cloud was wrong altogether: put it where the animal is, moving as it must have. */
function findAgain(now: Animal[], next: Animal[], unitX: number, unitY: number, steps: number, dice: Dice): void {
  for (const [at, before] of now.entries()) {
    const [x, y] = [unitX + dice.share(), unitY + dice.share()]
    const distance = Math.max(0.01, Math.hypot(x - before.x, y - before.y))
    const speed = distance / (steps * STEP_S)
    Object.assign(next[at] as Animal, before, {
      ...{ x, y, speed, turning: 0, pace: speed * (0.9 + 0.2 * dice.share()) },
      ...{ east: (x - before.x) / distance, south: (y - before.y) / distance },
      gait: speed > 7.5 ? 5 : speed > 3 ? 4 : speed > 1 ? 3 : 2,
    })
  }
}
