/**
 * How misses are distributed, in steps of which STEPS make the scale of a miss: as Student's t with seven degrees of
 * freedom, which has longer tails than a normal distribution, because animals turn and stop. Computed from sums,
 * products and quotients only (no power), which give identical results on every machine.
 */
export const STEPS = 128
/** The distribution ends eight scales to either side. */
export const FARTHEST_STEP = 8 * STEPS
const DEGREES = 7
/** What all misses together weigh. */
export const WEIGHT = 65_344

const densityAt = (scaled: number) => {
  const spread = 1 + (scaled * scaled) / DEGREES
  return 1 / (spread * spread * spread * spread)
}
const MIDDLES = Float64Array.from({ length: 2 * FARTHEST_STEP }, (_, step) =>
  densityAt((step + 0.5 - FARTHEST_STEP) / STEPS),
)
const TOTAL = MIDDLES.reduce((sum, density) => sum + density, 0)

/** The weight of all misses below a step, the first of which is -FARTHEST_STEP. */
export const WEIGHT_BELOW = new Uint16Array(2 * FARTHEST_STEP + 1)
/** How fast that weight would fall if the scale grew, per factor of e. */
export const FALL = new Int16Array(2 * FARTHEST_STEP + 1)

let sum = 0
for (let step = 0; step <= 2 * FARTHEST_STEP; step++) {
  const scaled = (step - FARTHEST_STEP) / STEPS
  WEIGHT_BELOW[step] = Math.round((WEIGHT * sum) / TOTAL)
  FALL[step] = Math.round((WEIGHT * STEPS * scaled * densityAt(scaled)) / TOTAL)
  sum += MIDDLES[step] ?? 0
}
