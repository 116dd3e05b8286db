import { createRandom, deviateHigh, deviateLow, type Random } from './random.ts'

/**
 * How the animals of the benchmark move: periods of resting, looking about, grazing, walking, trotting and running, with speeds
 * and headings that vary within a period. More than half are resting or grazing at any time; travelling animals mostly trot, as
 * players do. One unit is one metre. A model, not a recording: its assumptions are the numbers below.
 */
export interface Animal {
  x: number
  y: number
  /** The heading as a unit vector: turning it needs no sines. */
  east: number
  south: number
  /** Metres per second, and the mean pace of this period. */
  speed: number
  pace: number
  /** Radians per second. */
  turning: number
  gait: number
}

export const STEP_S = 0.1
const MAP = 4096
const BORDER = 20

interface Gait {
  /** Mean length of a period, in seconds; its end is random. */
  bout: number
  pace: number
  /** How paces differ between periods, and how headings vary (radians per second). */
  spread: number
  turning: number
  /** The probability of each gait to follow. */
  next: readonly number[]
}

const REST = 0
const TROT = 4
const GAITS: readonly Gait[] = [
  { bout: 180, pace: 0, spread: 0, turning: 0, next: [0, 1, 0, 0, 0, 0] },
  { bout: 6, pace: 0, spread: 0, turning: 0, next: [0.12, 0, 0.36, 0.2, 0.32, 0] },
  { bout: 5, pace: 0.6, spread: 0.3, turning: 0.7, next: [0, 0.8, 0, 0.2, 0, 0] },
  { bout: 12, pace: 1.8, spread: 0.3, turning: 0.4, next: [0, 0.35, 0.15, 0.2, 0.3, 0] },
  { bout: 15, pace: 5.5, spread: 0.3, turning: 0.35, next: [0, 0.2, 0, 0.2, 0.35, 0.25] },
  { bout: 10, pace: 10.5, spread: 0.25, turning: 0.3, next: [0, 0.3, 0, 0, 0.5, 0.2] },
]

/** Time constants of turning rate and speed, and how much the speed varies about the pace. */
const TURNING_FORGETS_S = 0.6
const SPEED_FORGETS_S = 0.7
const WANDER = 0.25

const TURNING_KEPT = Math.exp(-STEP_S / TURNING_FORGETS_S)
const TURNING_NEW = Math.sqrt(1 - TURNING_KEPT ** 2)
const SPEED_GAIN = 1 - Math.exp(-STEP_S / SPEED_FORGETS_S)
const SPEED_NEW = WANDER * Math.sqrt((2 * STEP_S) / SPEED_FORGETS_S)

export const animalAt = (x: number, y: number, random: Random): Animal => {
  const heading = 2 * Math.PI * random.share()
  const [east, south] = [Math.cos(heading), Math.sin(heading)]
  return { x, y, east, south, speed: 0, pace: 0, turning: 0, gait: REST }
}

/** A walk or a rest becomes a trot. */
export function setGoing(animal: Animal): void {
  if (animal.gait >= TROT) return
  animal.gait = TROT
  animal.pace = GAITS[TROT]?.pace ?? 0
}

export function turn(animal: Animal, angle: number): void {
  const square = angle * angle
  const cosine = 1 - square / 2 + (square * square) / 24
  const sine = angle * (1 - square / 6 + (square * square) / 120)
  const east = animal.east * cosine - animal.south * sine
  const south = animal.south * cosine + animal.east * sine
  const length = (3 - east * east - south * south) / 2
  animal.east = east * length
  animal.south = south * length
}

/** Advances by a tenth of a second. */
export function step(animal: Animal, random: Random): void {
  const before = GAITS[animal.gait] as Gait
  if (random.share() < STEP_S / before.bout) changeGait(animal, before, random)
  const gait = GAITS[animal.gait] as Gait
  if (gait.pace === 0 && animal.speed === 0) return
  const chance = random.bits()
  animal.turning = animal.turning * TURNING_KEPT + gait.turning * TURNING_NEW * deviateLow(chance)
  turn(animal, animal.turning * STEP_S)
  const towards = (animal.pace - animal.speed) * SPEED_GAIN + animal.pace * SPEED_NEW * deviateHigh(chance)
  animal.speed = Math.max(0, animal.speed + towards)
  if (gait.pace === 0 && animal.speed < 0.05) animal.speed = 0
  animal.x += animal.east * animal.speed * STEP_S
  animal.y += animal.south * animal.speed * STEP_S
  stayOnMap(animal)
}

function changeGait(animal: Animal, before: Gait, random: Random): void {
  const to = throwFor(before.next, random)
  const gait = GAITS[to] as Gait
  const chance = random.bits()
  animal.gait = to
  animal.pace = gait.pace * Math.exp(gait.spread * deviateLow(chance))
  if (gait.pace > 0) turn(animal, (before.pace > 0 ? 0.5 : 0.8) * deviateHigh(chance))
}

function throwFor(chances: readonly number[], random: Random): number {
  let left = random.share()
  for (const [outcome, chance] of chances.entries()) {
    left -= chance
    if (left < 0) return outcome
  }
  return REST
}

function stayOnMap(animal: Animal): void {
  if (animal.x < BORDER) animal.east = Math.abs(animal.east)
  else if (animal.x > MAP - BORDER) animal.east = -Math.abs(animal.east)
  if (animal.y < BORDER) animal.south = Math.abs(animal.south)
  else if (animal.y > MAP - BORDER) animal.south = -Math.abs(animal.south)
}

/** Whole units by tick and animal. */
export interface Recording {
  x: Int32Array[]
  y: Int32Array[]
  stepsPerTick: number
}

/** Moves a herd until its gaits are in balance, then reads it `hz` times a second. */
export function recordHerd(animals: number, hz: number, ticks: number, seed: number): Recording {
  const random = createRandom(seed)
  const herd = Array.from({ length: animals }, () => animalAt(MAP * random.share(), MAP * random.share(), random))
  const live = (steps: number) => {
    for (const animal of herd) for (let taken = 0; taken < steps; taken++) step(animal, random)
  }
  live(600 / STEP_S)
  const recording: Recording = { x: [], y: [], stepsPerTick: Math.round(1 / (hz * STEP_S)) }
  for (let tick = 0; tick < ticks; tick++) {
    live(recording.stepsPerTick)
    recording.x.push(Int32Array.from(herd, ({ x }) => Math.floor(x)))
    recording.y.push(Int32Array.from(herd, ({ y }) => Math.floor(y)))
  }
  return recording
}
