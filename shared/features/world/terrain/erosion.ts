import { catchments, createDrain } from './drainage.ts'
import type { Grid } from './grid.ts'
import { metresPerStep } from './metres.ts'

/** Metres of rise for an uplift of 1 in the time in which a square metre of catchment wears its bed down by a third. */
const rise = 96
/** Debris does not lie steeper than this, in metres a metre. */
const talus = 0.95
/** Square metres of slope that a crest has before water gathers: it keeps low hills gentle, whatever the size of the grid. */
const crest = 70 ** 2
/** One step of time; the scheme is implicit, so that a long step stays stable. */
const age = 1.6

/**
 * Lets ranges rise while rivers wear them down, until valleys branch as they do on real maps: the stream power law,
 * dh/dt = uplift - sqrt(catchment) * slope, solved from the sea upwards (Braun and Willett, 2013). Changes `heights`.
 */
export const erode = (heights: Grid, uplift: Grid, isSea: Uint8Array, rounds: number): void => {
  const { cells, values } = heights
  const metres = metresPerStep(heights)
  const drain = createDrain(isSea, cells)
  for (let round = 0; round < rounds; round++) {
    const drainage = drain(values)
    const { order, receiver } = drainage
    const area = catchments(drainage, metres * metres)
    for (let i = 0; i < order.length; i++) {
      const cell = order[i] ?? 0
      const below = receiver[cell] ?? 0
      const step = Math.abs(below - cell)
      const apart = step === 1 || step === cells ? metres : metres * Math.SQRT2
      const floor = values[below] ?? 0
      const wear = (age * Math.sqrt((area[cell] ?? 0) + crest)) / apart
      const raised = Math.max(values[cell] ?? 0, floor) + age * rise * (uplift.values[cell] ?? 0)
      values[cell] = Math.min((raised + wear * floor) / (1 + wear), floor + talus * apart)
    }
  }
}

/** Lets soil creep: every land cell moves towards the mean of its four neighbours, which rounds the crests. */
export const creep = (heights: Grid, isSea: Uint8Array, share: number): void => {
  const { cells, values } = heights
  const before = values.slice()
  for (let cell = cells; cell < values.length - cells; cell++) {
    if (isSea[cell] === 1) continue
    const around =
      (before[cell - 1] ?? 0) + (before[cell + 1] ?? 0) + (before[cell - cells] ?? 0) + (before[cell + cells] ?? 0)
    values[cell] = (before[cell] ?? 0) * (1 - share) + (around / 4) * share
  }
}
