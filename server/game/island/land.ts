import { mapSize } from '../../../shared/features/world/frame.ts'
import { catchments, createDrain, neighbours } from './drainage.ts'
import { type Grid, metresPerStep, paint, refine, sample } from './grid.ts'
import { createNoise, layered } from './noise.ts'
import { depthWithin, distanceToLine, nearestOnLine, nearness, ramp } from './shape.ts'
import { basins, islets, lowlands, ranges, shore, valleys } from './sketch.ts'

export interface Land {
  /** Metres above the sea; 0 in the sea. */
  readonly heights: Grid
  /** Distance from the shore, map units; negative in the sea. */
  readonly inland: Grid
  readonly isSea: Uint8Array
}

const coarsest = 128
/** Rounds of erosion by grid size: large valleys form on the coarse grid, where a round is cheap. */
const roundsAt = (cells: number) => (cells === coarsest ? 18 : cells === 256 ? 5 : 2)

/** 1 in the sea: cells below the shore line that are connected to the edge of the map. */
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

/** Turns water that is not connected to the sea into land: salt water inland would be no place to drink from. */
const closeHollows = (inland: Grid, isSea: Uint8Array): void => {
  for (let cell = 0; cell < isSea.length; cell++)
    if (isSea[cell] === 0) inland.values[cell] = Math.max(inland.values[cell] ?? 0, 1)
}

/**
 * The land before uplift: a dome, notched along the sketched valleys. Rivers keep their initial courses, so this
 * determines where the large ones flow.
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

/**
 * Eroded land on a grid of `cells` by `cells`, a power of two from 128; a finer grid adds detail to the coarser one.
 */
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

/** Resolution of the sketch, which has no finer detail. */
const sketchCells = 128

/** Map units inside the sketched land, negative in the sea. */
const sketchedLand = (x: number, y: number): number =>
  islets.reduce(
    (most, islet) => Math.max(most, islet.radius - Math.sqrt((x - islet.x) ** 2 + (y - islet.y) ** 2)),
    depthWithin(shore, x, y),
  )

/**
 * The sketched land with large bays and capes, and by how many map units smaller ones may move the shore at each place.
 * The noise is strong along some coasts and weak along others, like soft and hard rock.
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

/** Beyond this distance from the rough shore small bays are not computed. */
const shoreBelt = 150

/** The distance of every cell from the shore in map units, negative in the sea. */
const createCoast = (seed: number) => {
  const { land, strength } = roughLand(seed)
  const coves = createNoise(seed, 'coves')
  const inland = (x: number, y: number): number => {
    const rough = sample(land, x, y)
    const belt = ramp(shoreBelt, shoreBelt / 2, Math.abs(rough))
    const carved = belt === 0 ? 0 : belt * 0.24 * sample(strength, x, y) * layered(coves, x / 90, y / 90, 3, 0.52)
    // The edge of the map is always sea.
    const rim = Math.min(x, y, mapSize - x, mapSize - y)
    return Math.min(rough + carved, rim - 70)
  }
  return (cells: number): Grid => paint(cells, inland)
}

const uplandRise = 0.2

/** 1 on the crest of a range, 0 beyond its reach, with a broad foot. */
const swell = (distance: number, reach: number): number => {
  const part = Math.max(0, 1 - distance / (reach * 1.6))
  return part * part * (3 - 2 * part)
}

/** The remaining share of the uplift in valleys and lowlands. */
const stillness = (x: number, y: number): number => {
  const alongValley = Math.min(...valleys.map((valley) => distanceToLine(valley, x, y)))
  let left = 0.16 + 0.84 * ramp(20, 210, alongValley)
  for (const lowland of lowlands) left *= 1 - (1 - lowland.lift) * ramp(0, 0.55, nearness(lowland, x, y))
  for (const basin of basins) left *= 1 - 0.95 * ramp(0, 0.3, nearness({ ...basin, radius: basin.radius * 1.5 }, x, y))
  return left
}

/** The uplift that erosion works against: 1 under the highest range, about 0 in a swamp. */
const createUplift = (seed: number, inland: Grid): Grid => {
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

/** Metres of rise for an uplift of 1 in the time in which a square metre of catchment wears its bed down by a third. */
const rise = 96
/** Maximum slope of debris, metres per metre. */
const talus = 0.95
/** Square metres of slope above which water gathers: keeps low hills gentle for all grid sizes. */
const crest = 70 ** 2
/** Duration of a time step; the scheme is implicit, so that a long step is stable. */
const age = 1.6

/**
 * Applies uplift and river erosion until valleys branch as on real maps: the stream power law, dh/dt = uplift -
 * sqrt(catchment) * slope, solved from the sea upwards (Braun and Willett, 2013). Changes `heights`.
 */
const erode = (heights: Grid, uplift: Grid, isSea: Uint8Array, rounds: number): void => {
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

/** Soil creep: moves every land cell towards the mean of its four neighbours, which rounds the crests. */
const creep = (heights: Grid, isSea: Uint8Array, share: number): void => {
  const { cells, values } = heights
  const before = values.slice()
  for (let cell = cells; cell < values.length - cells; cell++) {
    if (isSea[cell] === 1) continue
    const around =
      (before[cell - 1] ?? 0) + (before[cell + 1] ?? 0) + (before[cell - cells] ?? 0) + (before[cell + cells] ?? 0)
    values[cell] = (before[cell] ?? 0) * (1 - share) + (around / 4) * share
  }
}
