import type { Point } from '../../../shared/features/world/frame.ts'
import { cellAt, type Grid, sample } from './grid.ts'
import { keptFile, keptParts } from './keptParts.ts'
import type { Lake } from './lakes.ts'
import { createWaterFinder } from './lakes.ts'
import type { River } from './rivers.ts'
import { createGroundMap, createTerrain, type Ground, grounds } from './terrain.ts'

/** An island as a pure function of its seed. Places are in map units, heights in metres above the sea. */
export interface Island {
  readonly seed: number
  /** The solid ground; under water the bed, which is negative in the sea. */
  elevation(x: number, y: number): number
  /** Depth of the water in metres; 0 on dry land. The surface is at `elevation + depth`. */
  depth(x: number, y: number): number
  ground(x: number, y: number): Ground
  /** Density of trees, 0 to 1. */
  forest(x: number, y: number): number
  /** The nearest place in a lake or river. */
  nearestWater(x: number, y: number): Point
  readonly rivers: readonly River[]
  readonly lakes: readonly Lake[]
}

/** The seed of the island that the map shows and the simulator uses by default. */
export const islandSeed = 7

/** Cells per side: a cell is 22 metres wide, and creating the island takes about half a second. */
const defaultCells = 512

/** What an island consists of, as it is kept in a file. */
export interface IslandParts {
  readonly seed: number
  readonly heights: Grid
  readonly forest: Grid
  /** The kind of ground of each cell, as its index in `grounds`. */
  readonly codes: Uint8Array
  /** Metres, by cell. */
  readonly freshDepth: Float32Array
  readonly rivers: readonly River[]
  readonly lakes: readonly Lake[]
}

export const createParts = (seed: number, cells = defaultCells): IslandParts => {
  const terrain = createTerrain(seed, cells)
  const { heights, cover, rivers, lakes } = terrain
  return { seed, heights, forest: cover.forest, ...createGroundMap(terrain), rivers, lakes }
}

export const islandOf = ({ seed, heights, forest, codes, freshDepth, rivers, lakes }: IslandParts): Island => {
  const ground = (x: number, y: number) => grounds[codes[cellAt(heights, x, y)] ?? 0] ?? 'sea'
  const elevation = (x: number, y: number) => sample(heights, x, y)
  return {
    seed,
    elevation,
    depth: (x, y) =>
      ground(x, y) === 'sea' ? Math.max(0.1, -elevation(x, y)) : (freshDepth[cellAt(heights, x, y)] ?? 0),
    ground,
    forest: (x, y) => sample(forest, x, y),
    nearestWater: createWaterFinder(freshDepth, heights),
    rivers,
    lakes,
  }
}

/** Creates the island of a seed. */
export const createIsland = (seed: number, cells?: number): Island => islandOf(createParts(seed, cells))

let shared: Island | undefined

/** The island of `islandSeed`, created or read on first use and shared by all games of a process. */
export const defaultIsland = (): Island => {
  shared ??= islandOf(keptParts(keptFile, () => createParts(islandSeed)))
  return shared
}
