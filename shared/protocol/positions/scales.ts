/**
 * How far predictions miss, learned while running: for each kind of motion (speed, and steps since it began) a level that
 * rises when a miss was larger than the level says and falls when it was smaller. No rate of ticks and no way of moving is
 * built in; a herd polled every two seconds and one sampled ten times a second each find their own levels.
 */
export type Levels = Uint16Array

/** Positions inside a map unit are kept in this many parts. */
export const FINE = 64
const FINE_BITS = 6
/** Steps of a level from its smallest to its largest miss (about 25 units). */
const LEVELS = 128
/** A level moves by fractions of a step, so that one miss says little. */
const FRACTION_BITS = 5
const FRACTIONS = 1 << FRACTION_BITS
const AGES = 4
const SPEEDS = 12

export const LEVEL_BITS = 12
export const KINDS_OF_MOTION = AGES * SPEEDS
export const FIRST_LEVEL = 40 * FRACTIONS

export const createLevels = (): Levels => new Uint16Array(KINDS_OF_MOTION).fill(FIRST_LEVEL)

/** The kind of motion: speed by powers of two (parts of a unit a step), and the age of the track. */
export const kindOfMotion = (speed: number, age: number) =>
  Math.min(SPEEDS - 1, 32 - Math.clz32(speed >> 2)) * AGES + age

export interface Scale {
  /** Mean square miss along one axis, in parts squared. */
  square: number
  /** Half misses in a distance, as distance * fall >> FALL_BITS: how quickly the chance falls off. */
  fall: number
  /** The code works in cells of 2^shift units: about as wide as the miss. */
  shift: number
  bits: number
  /** Which of WIDTHS shapes the chances have: the miss against the width of a cell. */
  shape: number
  /** How much of a miss is taken into the position and into the velocity, in 1/256. */
  follow: number
  turn: number
}

export const FALL_BITS = 12
export const SHAPES = 5

/** A position rounded to whole units misses by this even when the motion is known: one twelfth of a square unit. */
const ROUNDING = 1 / 12
/** From one level to the next, eight to a doubling. Multiplied up: only that is the same to the last bit on every machine. */
const RISE = 1.0905077326652577

function scaleOf(motion: number): Scale {
  const square = motion + ROUNDING
  const miss = Math.max(0.1, Math.sqrt(motion + 0.8 * ROUNDING))
  const shift = Math.max(0, 31 - Math.clz32(miss))
  const follow = Math.max(0.32, motion / square)
  return {
    square: Math.round(square * FINE * FINE),
    fall: Math.round((2 << FALL_BITS) / (miss * FINE)),
    shift,
    bits: FINE_BITS + shift,
    shape: shapeOf(miss / 2 ** shift),
    follow: Math.round(256 * follow),
    // Benedict and Bordner's pairing of the two gains: settles fast without overshooting.
    turn: Math.round((256 * follow * follow) / (2 - follow)),
  }
}

/** The nearest power of two, from an eighth to two. */
const shapeOf = (ratio: number) =>
  ratio < 2 ** -2.5 ? 0 : ratio < 2 ** -1.5 ? 1 : ratio < Math.SQRT1_2 ? 2 : ratio < Math.SQRT2 ? 3 : 4

const SCALES: Scale[] = []
for (let level = 0, motion = 0.01; level < LEVELS; level++, motion *= RISE) SCALES.push(scaleOf(motion))

export const scaleAt = (levels: Levels, kind: number): Scale =>
  SCALES[(levels[kind] as number) >> FRACTION_BITS] as Scale

/** Five up and three down balance when three misses in eight are larger: where the mean square of a bell in two axes lies. */
export function learnMiss(levels: Levels, kind: number, larger: boolean): void {
  const level = (levels[kind] as number) + (larger ? 5 : -3)
  levels[kind] = Math.max(0, Math.min(LEVELS * FRACTIONS - 1, level))
}
