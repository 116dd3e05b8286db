import { createGrid, type Grid, metresPerStep, paint, sample } from './grid.ts'
import type { Land } from './land.ts'
import { createNoise, layered } from './noise.ts'
import { nearness, ramp } from './shape.ts'
import { type Blob, jungles, marshes, meadows } from './sketch.ts'

/** Land cover, each from 0 to 1. */
export interface Cover {
  readonly forest: Grid
  readonly rock: Grid
  readonly swamp: Grid
  readonly beach: Grid
}

/** Metres of rise per metre. */
const slopes = (heights: Grid): Grid => {
  const slope = createGrid(heights.cells)
  const { cells, values } = heights
  const across = 2 * metresPerStep(heights)
  for (let cell = cells; cell < values.length - cells; cell++) {
    const east = (values[cell + 1] ?? 0) - (values[cell - 1] ?? 0)
    const south = (values[cell + cells] ?? 0) - (values[cell - cells] ?? 0)
    slope.values[cell] = Math.sqrt(east * east + south * south) / across
  }
  return slope
}

const strongest = (blobs: readonly Blob[], x: number, y: number): number =>
  blobs.reduce((most, blob) => Math.max(most, nearness(blob, x, y)), 0)

/** Resolution of noise with features of about a hundred units. */
const patchCells = 256

/** Cover that depends on the place alone: noise, and sketched blobs with frayed edges. */
const createPatches = (seed: number) => {
  const fray = createNoise(seed, 'fray')
  const field = (use: string, wavelength: number, octaves: number): Grid => {
    const noise = createNoise(seed, use)
    return paint(patchCells, (x, y) => layered(noise, x / wavelength, y / wavelength, octaves, 0.55))
  }
  const blobs = (sketched: readonly Blob[]): Grid =>
    paint(patchCells / 2, (x, y) =>
      strongest(
        sketched,
        x + 150 * layered(fray, x / 420, y / 420, 3),
        y + 150 * layered(fray, x / 420, y / 420 + 9, 3),
      ),
    )
  return {
    growth: field('growth', 300, 3),
    crags: field('crags', 160, 2),
    bogs: field('bogs', 150, 2),
    sands: field('sands', 330, 1),
    jungle: blobs(jungles),
    meadow: blobs(meadows),
    marsh: blobs(marshes),
  }
}

interface Spot {
  readonly x: number
  readonly y: number
  readonly height: number
  readonly slope: number
  readonly inland: number
}

/** The cover of one place as [forest, rock, swamp, beach]. */
const createCovering = (seed: number) => {
  const patches = createPatches(seed)
  return ({ x, y, height, slope, inland }: Spot): [number, number, number, number] => {
    const crag = sample(patches.crags, x, y)
    const bare = height + 46 * crag
    const rock = Math.max(ramp(265, 350, bare), ramp(0.46, 0.6, slope + 0.1 * crag) * ramp(150, 250, bare))
    const wet = ramp(0.02, 0.4, sample(patches.marsh, x, y) + 0.22 * sample(patches.bogs, x, y))
    const swamp = wet * ramp(13, 7, height) * ramp(0.12, 0.05, slope)
    const sandy = ramp(-0.45, 0.05, sample(patches.sands, x, y))
    const beach = sandy * ramp(34, 16, inland) * ramp(0.26, 0.14, slope) * ramp(9, 5, height)
    const jungle = ramp(0, 0.45, sample(patches.jungle, x, y))
    const meadow = ramp(0.05, 0.5, sample(patches.meadow, x, y))
    const growth = 0.36 + 0.62 * sample(patches.growth, x, y) + 0.25 * ramp(0.08, 0.3, slope)
    const trees = Math.min(Math.max(growth + 0.75 * jungle - 0.8 * meadow, 0), 1)
    const bearing = ramp(335, 235, bare) * (1 - rock) * (1 - 0.75 * swamp) * ramp(2, 14, inland) * (1 - beach)
    return [trees * bearing, rock, swamp, beach]
  }
}

export const createCover = (seed: number, { heights, inland, isSea }: Land): Cover => {
  const { cells, step, values } = heights
  const slope = slopes(heights)
  const covering = createCovering(seed)
  const cover = {
    forest: createGrid(cells),
    rock: createGrid(cells),
    swamp: createGrid(cells),
    beach: createGrid(cells),
  }
  for (let cell = 0; cell < values.length; cell++) {
    if (isSea[cell] === 1) continue
    const [forest, rock, swamp, beach] = covering({
      x: ((cell % cells) + 0.5) * step,
      y: (Math.floor(cell / cells) + 0.5) * step,
      height: values[cell] ?? 0,
      slope: slope.values[cell] ?? 0,
      inland: inland.values[cell] ?? 0,
    })
    cover.forest.values[cell] = forest
    cover.rock.values[cell] = rock
    cover.swamp.values[cell] = swamp
    cover.beach.values[cell] = beach
  }
  return cover
}
