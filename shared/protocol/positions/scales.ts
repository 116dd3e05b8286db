/**
 * Learns how far predictions miss: for each kind of motion (speed, and steps since it began) a level that rises with a
 * larger miss and falls with a smaller one. No tick rate and no way of moving is assumed: animals read every two
 * seconds and animals sampled ten times a second each find their own levels.
 */
export type Levels = Uint16Array

/** Parts of a map unit in which estimates are kept. */
export const FINE = 64
const FINE_BITS = 6
/** Number of levels from the smallest to the largest miss (about 25 units). */
const LEVELS = 128
/** A level moves by fractions of a step, so that one miss has little weight. */
const FRACTION_BITS = 5
const FRACTIONS = 1 << FRACTION_BITS
const AGES = 4
const SPEEDS = 12

export const LEVEL_BITS = 12
const KINDS_OF_MOTION = AGES * SPEEDS
export const FIRST_LEVEL = 40 * FRACTIONS

export const createLevels = (): Levels => new Uint16Array(KINDS_OF_MOTION).fill(FIRST_LEVEL)

/** The kind of motion: speed by powers of two (parts of a unit a step), and the age of the track. */
export const kindOfMotion = (speed: number, age: number) =>
  Math.min(SPEEDS - 1, 32 - Math.clz32(speed >> 2)) * AGES + age

export interface Scale {
  /** Mean square miss along one axis, in parts squared. */
  square: number
  /** Squares of misses from which a miss counts as medium and as large: see sizeOfMiss. */
  medium: number
  large: number
  /** Half misses in a distance, as distance * fall >> FALL_BITS: how fast the probability decreases. */
  fall: number
  /** Cells have 2^shift units: about as wide as the miss. */
  shift: number
  bits: number
  /** Index of the context set, by the ratio of miss to cell width. */
  shape: number
  /** Gains of position and velocity, in 1/256. */
  follow: number
  turn: number
}

export const FALL_BITS = 12
export const SHAPES = 5

/** Mean square error of rounding to whole units: one twelfth of a square unit. */
const ROUNDING = 1 / 12
/**
 * Factor between levels, eight to a doubling. Applied by repeated multiplication, which gives identical results on
 * every machine.
 */
const RISE = 1.0905077326652577

function scaleOf(motion: number): Scale {
  const square = motion + ROUNDING
  const parts = Math.round(square * FINE * FINE)
  const miss = Math.max(0.1, Math.sqrt(motion + 0.8 * ROUNDING))
  const shift = Math.max(0, 31 - Math.clz32(miss))
  const follow = Math.max(0.32, motion / square)
  return {
    square: parts,
    medium: Math.ceil(0.5 * parts),
    large: Math.ceil(2.5 * parts),
    fall: Math.round((2 << FALL_BITS) / (miss * FINE)),
    shift,
    bits: FINE_BITS + shift,
    shape: shapeOf(miss / 2 ** shift),
    follow: Math.round(256 * follow),
    // Gains of an alpha-beta filter by Benedict and Bordner: fast without overshooting.
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

/**
 * Five up and three down balance when three misses in eight are larger, which is the mean square of a two-dimensional
 * normal distribution. `larger`: 1 or 0.
 */
export function learnMiss(levels: Levels, kind: number, larger: number): void {
  const level = (levels[kind] as number) - 3 + 8 * larger
  levels[kind] = Math.max(0, Math.min(LEVELS * FRACTIONS - 1, level))
}
