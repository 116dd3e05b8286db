import { greater, lesser } from './branchFree.ts'
import { STEPS } from './missDistribution.ts'

/**
 * Learns how far predictions miss: for each kind of motion (speed, and steps since it began) a level that rises with a
 * larger miss and falls with a smaller one. No tick rate and no way of moving is assumed: animals read every two
 * seconds and animals sampled ten times a second each find their own levels.
 */
export type Levels = Uint16Array

/** Parts of a map unit in which estimates are kept. */
export const FINE = 64
export const FINE_BITS = 6
/** Number of levels from the smallest to the largest miss (about 25 units). */
const LEVELS = 128
/** A level moves by fractions of a step, so that one miss has little weight. */
const FRACTION_BITS = 5
const FRACTIONS = 1 << FRACTION_BITS
const AGE_BITS = 2
const SPEEDS = 12

export const LEVEL_BITS = 12
const KINDS_OF_MOTION = SPEEDS << AGE_BITS
export const FIRST_LEVEL = 40 * FRACTIONS

export const createLevels = (): Levels => new Uint16Array(KINDS_OF_MOTION).fill(FIRST_LEVEL)

/** The kind of motion: speed by powers of two (parts of a unit a step), and the age of the track. */
export const kindOfMotion = (speed: number, age: number) =>
  (Math.min(SPEEDS - 1, 32 - Math.clz32(speed >> 2)) << AGE_BITS) + age

export interface Scale {
  /** Mean square miss along one axis, in parts squared. */
  square: number
  /** Squares of misses from which a miss counts as medium and as large: see sizeOfMiss. */
  medium: number
  large: number
  /** Gains of position and velocity, in 1/256. */
  follow: number
  turn: number
}

/** Mean square error of rounding to whole units: one twelfth of a square unit. */
const ROUNDING = 1 / 12
/**
 * Factor between levels, eight to a doubling, and its root. Applied by repeated multiplication, which gives identical
 * results on every machine; JavaScript leaves the last digit of powers and roots to the engine.
 */
const RISE = 1.0905077326652577
const ROOT_OF_RISE = 1.0442737824274138

function scaleOf(motion: number): Scale {
  const square = motion + ROUNDING
  const parts = Math.round(square * FINE * FINE)
  const follow = Math.max(0.4, motion / square)
  return {
    square: parts,
    medium: Math.ceil(0.5 * parts),
    large: Math.ceil(2.5 * parts),
    follow: Math.round(256 * follow),
    // A tenth above the gain of an alpha-beta filter by Benedict and Bordner, which is fast without overshooting.
    turn: Math.round((1.1 * 256 * follow * follow) / (2 - follow)),
  }
}

const SCALES: Scale[] = []
/** By level: how many steps of the distribution a part of a unit has, times 2^STEP_BITS. */
const STEPS_AT = new Int32Array(LEVELS)
export const STEP_BITS = 10
for (let level = 0, motion = 0.01, miss = 0.1; level < LEVELS; level++, motion *= RISE, miss *= ROOT_OF_RISE) {
  SCALES.push(scaleOf(motion))
  STEPS_AT[level] = Math.round((STEPS << STEP_BITS) / (miss * FINE))
}

/**
 * The width of the distribution along one axis, as a difference in levels from its kind of motion: by speed, by the size
 * of the miss on the other axis, and by frames since the coordinate last changed.
 */
export type Widths = Int16Array
export const STILLS = 4
const MISSES = 4
export const createWidths = (): Widths => new Int16Array(SPEEDS * MISSES * STILLS)
/** `missed`: 0 without another axis, otherwise one more than its size. */
export const widthOf = (kind: number, missed: number, still: number) =>
  (((kind >> AGE_BITS) * MISSES + missed) * STILLS + still) | 0

const HIGHEST_LEVEL = LEVELS * FRACTIONS - 1

/** The steps in a part of a unit, times 2^STEP_BITS, at the level of a motion and with the width of an axis. */
export function stepsAt(level: number, widths: Widths, width: number): number {
  const at = greater(0, lesser(HIGHEST_LEVEL, (level + (widths[width] as number)) | 0))
  return STEPS_AT[at >> FRACTION_BITS] as number
}

/** `slope`: the rise of the value's probability with the width, of its logarithm with that of the width, times 16. */
export function learnWidth(widths: Widths, width: number, slope: number): void {
  const learned = ((widths[width] as number) + slope) | 0
  widths[width] = Math.max(-HIGHEST_LEVEL, Math.min(HIGHEST_LEVEL, learned))
}

export const scaleAt = (level: number): Scale => SCALES[level >> FRACTION_BITS] as Scale

/**
 * Five up and three down balance when three misses in eight are larger, which is the mean square of a two-dimensional
 * normal distribution. `larger`: 1 or 0.
 */
export function learnMiss(levels: Levels, kind: number, larger: number): void {
  const level = (levels[kind] as number) - 3 + 8 * larger
  levels[kind] = Math.max(0, Math.min(HIGHEST_LEVEL, level))
}
