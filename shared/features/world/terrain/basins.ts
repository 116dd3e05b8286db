import type { Land } from './land.ts'
import { createNoise, layered } from './noise.ts'
import { nearness, ramp } from './shape.ts'
import { basins } from './sketch.ts'

/** Digs the beds of the lakes; how far the water then stands is decided by the lowest way out. Changes the heights. */
export const digBasins = (seed: number, { heights, isSea }: Land): void => {
  const bend = createNoise(seed, 'bend of the lakes')
  const { cells, step, values } = heights
  for (const basin of basins) {
    const wide = { ...basin, radius: basin.radius * 1.35 }
    const first = Math.floor((basin.y - 2 * basin.radius) / step)
    const last = Math.ceil((basin.y + 2 * basin.radius) / step)
    for (let row = first; row <= last; row++)
      for (let column = Math.floor((basin.x - 2 * basin.radius) / step); column < cells; column++) {
        const x = (column + 0.5) * step
        const y = (row + 0.5) * step
        if (x > basin.x + 2 * basin.radius) break
        const cell = row * cells + column
        if (isSea[cell] === 1) continue
        const near = nearness(wide, x, y) + 0.3 * layered(bend, x / basin.radius, y / basin.radius, 3)
        values[cell] = (values[cell] ?? 0) - basin.dug * ramp(0.2, 0.75, near)
      }
  }
}
