import { mapSize } from '../frame.ts'
import { type Grid, paint, sample } from './grid.ts'
import { createNoise, layered } from './noise.ts'
import { depthWithin, ramp } from './shape.ts'
import { islets, shore } from './sketch.ts'

/** Coarse enough to be quick: the sketch has no detail finer than this. */
const sketchCells = 128

/** Map units inside the sketched land, negative in the sea. */
const sketchedLand = (x: number, y: number): number =>
  islets.reduce(
    (most, islet) => Math.max(most, islet.radius - Math.sqrt((x - islet.x) ** 2 + (y - islet.y) ** 2)),
    depthWithin(shore, x, y),
  )

/**
 * The sketched land with its large bays and capes, and how many map units smaller ones may move its shore at each place.
 * Noise is strong along some coasts and weak along others, as hard and soft rock alternate.
 */
const roughLand = (seed: number) => {
  const bend = createNoise(seed, 'bend of the coast')
  const bays = createNoise(seed, 'bays')
  const hardness = createNoise(seed, 'hardness of the coast')
  const strength = paint(sketchCells, (x, y) => 70 + 120 * ramp(-0.5, 0.7, hardness(x / 900, y / 900)))
  const land = paint(sketchCells, (x, y) => {
    const plain = sketchedLand(x + bend(x / 560, y / 560) * 75, y + bend(x / 560 + 31, y / 560) * 75)
    const reach = 0.76 * sample(strength, x, y) * ramp(430, 210, Math.abs(plain))
    return plain + reach * layered(bays, x / 360, y / 360, 2, 0.52)
  })
  return { land, strength }
}

/** Further than this from the rough shore the small bays are not worth their noise. */
const shoreBelt = 150

/** How far inland every cell lies, in map units, negative in the sea; the shore is where it is 0. */
export const createCoast = (seed: number) => {
  const { land, strength } = roughLand(seed)
  const coves = createNoise(seed, 'coves')
  const inland = (x: number, y: number): number => {
    const rough = sample(land, x, y)
    const belt = ramp(shoreBelt, shoreBelt / 2, Math.abs(rough))
    const carved = belt === 0 ? 0 : belt * 0.24 * sample(strength, x, y) * layered(coves, x / 90, y / 90, 3, 0.52)
    // The rim of the map is open sea, whatever the noise says.
    const rim = Math.min(x, y, mapSize - x, mapSize - y)
    return Math.min(rough + carved, rim - 70)
  }
  return (cells: number): Grid => paint(cells, inland)
}
