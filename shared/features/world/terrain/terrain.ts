import type { Lake, River } from '../freshWaters.ts'
import { digBasins } from './basins.ts'
import { type Cover, createCover } from './cover.ts'
import { catchments, createDrain } from './drainage.ts'
import type { Grid } from './grid.ts'
import { findPools, outlineOf, type Pool } from './lakes.ts'
import { createLand } from './land.ts'
import { metresPerStep } from './metres.ts'
import { createRivers } from './rivers.ts'
import { shapeShore, sinkSeabed } from './seabed.ts'

/** The island as grids and lines: what `createIsland` answers from and the drawing is made of. */
export interface Terrain {
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
  digBasins(seed, land)
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
