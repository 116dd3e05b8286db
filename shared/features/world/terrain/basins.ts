import type { Land } from './land.ts'
import { createNoise, layered } from './noise.ts'
import { ramp } from './shape.ts'
import { type Basin, basins } from './watersSketch.ts'

/** Where a place lies in a basin: 0 in its middle, 1 on the rim of its ellipse. */
const remoteness = ({ x, y, radius, stretch, turn }: Basin, atX: number, atY: number): number => {
  const along = (atX - x) * Math.cos(turn) + (atY - y) * Math.sin(turn)
  const across = (atY - y) * Math.cos(turn) - (atX - x) * Math.sin(turn)
  const root = Math.sqrt(stretch)
  return Math.sqrt((along / root) ** 2 + (across * root) ** 2) / radius
}

/** Digs the beds of the lakes; how far the water then stands is decided by the lowest way out. Changes the heights. */
export const digBasins = (seed: number, { heights, isSea }: Land): void => {
  const bend = createNoise(seed, 'bend of the lakes')
  const { cells, step, values } = heights
  for (const basin of basins) {
    const reach = Math.ceil((basin.radius * 2) / step)
    const [middleColumn, middleRow] = [Math.floor(basin.x / step), Math.floor(basin.y / step)]
    for (let row = middleRow - reach; row <= middleRow + reach; row++)
      for (let column = middleColumn - reach; column <= middleColumn + reach; column++) {
        const cell = row * cells + column
        if (isSea[cell] === 1) continue
        const [x, y] = [(column + 0.5) * step, (row + 0.5) * step]
        const coves = layered(bend, x / (basin.radius * 1.1), y / (basin.radius * 1.1), 3, 0.45)
        values[cell] = (values[cell] ?? 0) - basin.dug * ramp(1.12, 0.55, remoteness(basin, x, y) + 0.42 * coves)
      }
  }
}
