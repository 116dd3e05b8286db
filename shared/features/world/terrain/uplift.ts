import { type Grid, paint, sample } from './grid.ts'
import { createNoise, layered } from './noise.ts'
import { distanceToLine, nearness, ramp } from './shape.ts'
import { lowlands, ranges } from './sketch.ts'
import { basins, valleys } from './watersSketch.ts'

const uplandRise = 0.2

/** 1 on the crest of a range, 0 beyond its reach, with a broad foot. */
const swell = (distance: number, reach: number): number => {
  const part = Math.max(0, 1 - distance / (reach * 1.6))
  return part * part * (3 - 2 * part)
}

/** How much of the rise is left in valleys and lowlands. */
const stillness = (x: number, y: number): number => {
  const alongValley = Math.min(...valleys.map((valley) => distanceToLine(valley, x, y)))
  let left = 0.16 + 0.84 * ramp(20, 210, alongValley)
  for (const lowland of lowlands) left *= 1 - (1 - lowland.lift) * ramp(0, 0.55, nearness(lowland, x, y))
  for (const basin of basins) left *= 1 - 0.95 * ramp(0, 0.3, nearness({ ...basin, radius: basin.radius * 1.5 }, x, y))
  return left
}

/** How fast the ground rises against the rivers that wear it down: 1 under the highest range, about 0 in a swamp. */
export const createUplift = (seed: number, inland: Grid): Grid => {
  const bend = createNoise(seed, 'bend of the ranges')
  const unrest = createNoise(seed, 'unrest')
  const stray = createNoise(seed, 'stray')
  return paint(inland.cells, (x, y) => {
    if (sample(inland, x, y) < -inland.step) return 0
    const bentX = x + layered(bend, x / 500, y / 500, 2) * 60
    const bentY = y + layered(bend, x / 500 + 47, y / 500, 2) * 60
    let rise = uplandRise * (1 + 0.7 * layered(unrest, x / 700, y / 700, 3))
    for (const range of ranges) rise += range.height * swell(distanceToLine(range.line, bentX, bentY), range.reach)
    const uneven = 1 + 0.35 * layered(unrest, x / 260 + 13, y / 260, 2)
    const strayX = x + layered(stray, x / 340, y / 340, 3) * 130
    const strayY = y + layered(stray, x / 340, y / 340 + 71, 3) * 130
    return rise * uneven * stillness(strayX, strayY)
  })
}
