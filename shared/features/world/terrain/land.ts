import { createCoast } from './coast.ts'
import { neighbours } from './drainage.ts'
import { creep, erode } from './erosion.ts'
import { type Grid, paint, refine, sample } from './grid.ts'
import { createNoise } from './noise.ts'
import { nearestOnLine } from './shape.ts'
import { createUplift } from './uplift.ts'
import { valleys } from './watersSketch.ts'

export interface Land {
  /** Metres above the sea; 0 in the sea. */
  readonly heights: Grid
  /** Map units inland; negative in the sea. */
  readonly inland: Grid
  readonly isSea: Uint8Array
}

const coarsest = 128
/** Rounds of erosion at each size of grid: the large valleys are found where a round is cheap. */
const roundsAt = (cells: number) => (cells === coarsest ? 18 : cells === 256 ? 5 : 2)

/** 1 in the sea: what lies below the shore line and is reached from the rim of the map. */
const seaOf = ({ values, cells }: Grid): Uint8Array => {
  const isSea = new Uint8Array(values.length)
  const { steps } = neighbours(cells)
  const reached = [0]
  isSea[0] = 1
  for (let i = 0; i < reached.length; i++)
    for (const step of steps) {
      const cell = (reached[i] ?? 0) + step
      if (isSea[cell] !== 0 || (values[cell] ?? 0) > 0) continue
      isSea[cell] = 1
      reached.push(cell)
    }
  return isSea
}

/** Makes land of what the noise cut off from the sea: a hollow with salt water in it would be no place to drink from. */
const closeHollows = (inland: Grid, isSea: Uint8Array): void => {
  for (let cell = 0; cell < isSea.length; cell++)
    if (isSea[cell] === 0) inland.values[cell] = Math.max(inland.values[cell] ?? 0, 1)
}

/**
 * The land before it rises: a dome, so that water has somewhere to go, notched where the sketch has its valleys. Rivers
 * keep to a way once taken, so that this decides where the large ones flow.
 */
const firstLand = (inland: Grid): Grid =>
  paint(coarsest, (x, y) => {
    const dome = sample(inland, x, y) * 0.06
    if (dome <= 0) return 0
    return valleys.reduce((height, valley) => {
      const { away, left } = nearestOnLine(valley, x, y)
      return Math.min(height, 0.004 * left + 0.1 * away)
    }, dome)
  })

/** Worn land at `cells` by `cells`, a power of two from 128 on; a finer grid adds to the coarser one, it does not differ. */
export const createLand = (seed: number, cells: number): Land => {
  const coast = createCoast(seed)
  const grain = createNoise(seed, 'grain')
  let inland = coast(coarsest)
  const uplift = createUplift(seed, inland)
  let heights = firstLand(inland)
  for (let size = coarsest; ; size *= 2) {
    if (size > coarsest) {
      inland = coast(size)
      const before = heights
      const scale = 40 / size
      heights = paint(size, (x, y) => sample(before, x, y) * (1 + 0.06 * grain(x * scale, y * scale)))
    }
    const isSea = seaOf(inland)
    closeHollows(inland, isSea)
    for (let cell = 0; cell < isSea.length; cell++) if (isSea[cell] === 1) heights.values[cell] = 0
    erode(heights, refine(uplift, size), isSea, roundsAt(size))
    creep(heights, isSea, 0.35)
    if (size === cells) return { heights, inland, isSea }
  }
}
