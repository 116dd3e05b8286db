import { greater, lesser } from './branchFree.ts'
import { codeNumber, fold, unfold } from './codeFields.ts'
import { FALL, FARTHEST_STEP, WEIGHT, WEIGHT_BELOW } from './missDistribution.ts'
import { ALL_SHARES, BadFrame, type Coder, codeShare, readShare } from './rangeCoder.ts'
import { FINE_BITS, learnWidth, STEP_BITS, stepsAt } from './scales.ts'
import { FAR_UNIT, type Stream } from './stream.ts'

/** Units to either side of the expected one that have shares of their own; one farther away is coded as a number. */
const REACH = 64
/** Each unit has a share besides its weight, so that none is impossible. */
const FAR_BELOW = WEIGHT + 2 * REACH

/**
 * Codes one coordinate, in whole units, near its expected value (in parts of a unit): in one decision, with the weight
 * that the distribution of misses gives to its unit. Then learns how wide misses of this kind are.
 */
export function codeAxis(coder: Coder, stream: Stream, level: number, width: number, expected: number, value: number) {
  const { widths } = stream
  const steps = stepsAt(level, widths, width)
  const unit = expected >> FINE_BITS
  const start = ((unit << FINE_BITS) - expected) | 0
  const away = coder.isReading ? readAway(coder, start, steps) : value - unit
  if (away !== lesser(REACH - 1, greater(-REACH, away))) return unit + codeFar(coder, stream, value - unit)
  const from = stepAt(away, start, steps)
  const to = stepAt(away + 1, start, steps)
  const below = sharesBelow(away, from)
  const shares = (sharesBelow(away + 1, to) - below) | 0
  codeShare(coder, below, shares)
  learnWidth(widths, width, ((((FALL[from] as number) - (FALL[to] as number)) << 4) / shares) | 0)
  return unit + away
}

/** The step of the distribution at which a unit begins. */
function stepAt(away: number, start: number, steps: number): number {
  const step = Math.imul((start + (away << FINE_BITS)) | 0, steps) >> STEP_BITS
  return (FARTHEST_STEP + greater(-FARTHEST_STEP, lesser(FARTHEST_STEP, step))) | 0
}

const sharesBelow = (away: number, step: number) => ((WEIGHT_BELOW[step] as number) + away + REACH) | 0

/** Reads which unit is next, as its distance from the expected one; REACH if it is farther. */
function readAway(coder: Coder, start: number, steps: number): number {
  const share = readShare(coder)
  if (share >= FAR_BELOW) return REACH
  const isAfter = (away: number) => share >= sharesBelow(away, stepAt(away, start, steps))
  let away = 0
  if (isAfter(0)) while (away < REACH && isAfter(away + 1)) away++
  else while (away >= -REACH && !isAfter(away)) away--
  if (away < -REACH || away >= REACH) throw new BadFrame('a unit that no writer codes in this way')
  return away
}

function codeFar(coder: Coder, { counts }: Stream, away: number): number {
  codeShare(coder, FAR_BELOW, ALL_SHARES - FAR_BELOW)
  return unfold(codeNumber(coder, counts, FAR_UNIT, fold(away)))
}
