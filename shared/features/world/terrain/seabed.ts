import type { Land } from './land.ts'
import { createNoise } from './noise.ts'
import { ramp } from './shape.ts'

/** Gives the shore its last form: the land comes down to the water and the sea its bed. Changes the heights. */
export const shapeShore = (seed: number, { heights, inland, isSea }: Land): void => {
  const { values, step, cells } = heights
  const hummocks = createNoise(seed, 'hummocks')
  for (let cell = 0; cell < values.length; cell++) {
    const away = inland.values[cell] ?? 0
    if (isSea[cell] === 1) continue
    // The height passes 0 where the shore is, not in the middle of a cell: bays stay round when drawn from the heights.
    const hummock = hummocks((cell % cells) * step * 0.014, Math.floor(cell / cells) * step * 0.014)
    // A hand's breadth of unevenness keeps water from running in straight lines where the land is flat.
    values[cell] =
      (values[cell] ?? 0) * ramp(-0.5 * step, 2.5 * step, away) +
      Math.min(away, 40) * 0.03 +
      0.13 * (1 + hummock) * ramp(20, 70, away)
  }
}

/** Metres of the sea's bed below its surface: a shelf, then the drop. */
export const sinkSeabed = ({ heights, inland, isSea }: Land): void => {
  for (let cell = 0; cell < isSea.length; cell++) {
    if (isSea[cell] !== 1) continue
    const out = -(inland.values[cell] ?? 0)
    heights.values[cell] = -(0.03 + 0.06 * out + 0.00028 * out * out)
  }
}
