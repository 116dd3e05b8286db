import { type Cover, createCover } from './cover.ts'
import { catchments, createDrain } from './drainage.ts'
import { cellAt, type Grid, metresPerStep } from './grid.ts'
import { digLakeBeds, findPools, type Lake, outlineOf, type Pool } from './lakes.ts'
import { createLand, type Land } from './land.ts'
import { createNoise } from './noise.ts'
import { createRivers, type River } from './rivers.ts'
import { ramp } from './shape.ts'

/** The kinds of ground; a grid stores the index in this list. */
export const grounds = ['sea', 'lake', 'river', 'beach', 'swamp', 'forest', 'grass', 'rock'] as const
export type Ground = (typeof grounds)[number]

/** The island as grids and lines, the basis of `createIsland` and of the drawing. */
interface Terrain {
  /** Metres; the bed where there is water. */
  readonly heights: Grid
  /** Map units to the shore, negative in the sea. */
  readonly inland: Grid
  readonly pools: readonly Pool[]
  readonly lakes: readonly Lake[]
  readonly rivers: readonly River[]
  readonly cover: Cover
}

/** Builds the island of a seed on a grid of `cells` by `cells` (a power of two, 128 or more). */
export const createTerrain = (seed: number, cells: number): Terrain => {
  const land = createLand(seed, cells)
  const { heights, inland, isSea } = land
  shapeShore(seed, land)
  const cover = createCover(seed, land)
  digLakeBeds(seed, land)
  const drainage = createDrain(isSea, cells)(heights.values)
  const pools = findPools(heights, drainage.filled)
  const isStill = isSea.slice()
  for (const pool of pools) for (const cell of pool.cells) isStill[cell] = 1
  const catchment = catchments(drainage, metresPerStep(heights) ** 2)
  const rivers = createRivers(seed, { drainage, catchment, isStill, grid: heights })
  const lakes = pools.map((pool) => outlineOf(pool, heights))
  sinkSeabed(land)
  return { heights, inland, pools, lakes, rivers, cover }
}

/** Lowers the land towards the shore. Changes the heights. */
const shapeShore = (seed: number, { heights, inland, isSea }: Land): void => {
  const { values, step, cells } = heights
  const hummocks = createNoise(seed, 'hummocks')
  for (let cell = 0; cell < values.length; cell++) {
    const away = inland.values[cell] ?? 0
    if (isSea[cell] === 1) continue
    // The height passes 0 at the shore, not in the middle of a cell, so that bays drawn from the heights are round.
    const hummock = hummocks((cell % cells) * step * 0.014, Math.floor(cell / cells) * step * 0.014)
    // Slight unevenness keeps rivers from running in straight lines on flat land.
    values[cell] =
      (values[cell] ?? 0) * ramp(-0.5 * step, 2.5 * step, away) +
      Math.min(away, 40) * 0.03 +
      0.13 * (1 + hummock) * ramp(20, 70, away)
  }
}

/** Sets the depth of the sea bed: a shelf, then the drop. */
const sinkSeabed = ({ heights, inland, isSea }: Land): void => {
  for (let cell = 0; cell < isSea.length; cell++) {
    if (isSea[cell] !== 1) continue
    const out = -(inland.values[cell] ?? 0)
    heights.values[cell] = -(0.03 + 0.06 * out + 0.00028 * out * out)
  }
}

/** The kind of ground of every cell, and the depth of fresh water in metres. */
interface GroundMap {
  readonly codes: Uint8Array
  readonly freshDepth: Float32Array
}

/** Calls `visit` for every cell along a river, with the river's width there in map units. */
const visitRiverCells = (river: River, grid: Grid, visit: (cell: number, width: number) => void): void => {
  river.forEach((point, i) => {
    const before = river[i - 1] ?? point
    const paces = Math.ceil(Math.hypot(point.x - before.x, point.y - before.y) / (grid.step / 3)) || 1
    for (let pace = 0; pace < paces; pace++) {
      const part = pace / paces
      visit(cellAt(grid, before.x + (point.x - before.x) * part, before.y + (point.y - before.y) * part), point.width)
    }
  })
}

const [sea, lake, river, beach, swamp, forest, grass, rock] = grounds.map((_ground, code) => code) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

export const createGroundMap = ({ heights, inland, cover, pools, rivers }: Terrain): GroundMap => {
  const freshDepth = new Float32Array(heights.values.length)
  const codes = new Uint8Array(heights.values.length)
  const dry = (cell: number) => {
    if ((cover.beach.values[cell] ?? 0) > 0.5) return beach
    if ((cover.swamp.values[cell] ?? 0) > 0.5) return swamp
    if ((cover.rock.values[cell] ?? 0) > 0.5) return rock
    return (cover.forest.values[cell] ?? 0) > 0.42 ? forest : grass
  }
  for (let cell = 0; cell < codes.length; cell++) codes[cell] = (inland.values[cell] ?? 0) > 0 ? dry(cell) : sea
  for (const line of rivers)
    visitRiverCells(line, heights, (cell, width) => {
      if (codes[cell] === sea) return
      codes[cell] = river
      freshDepth[cell] = Math.max(freshDepth[cell] ?? 0, 0.2 + 0.13 * width)
    })
  for (const pool of pools)
    for (const cell of pool.cells) {
      codes[cell] = lake
      freshDepth[cell] = Math.max(0.1, pool.level - (heights.values[cell] ?? 0))
    }
  return { codes, freshDepth }
}
