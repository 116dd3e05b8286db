import type { Point } from '../../../shared/features/world/frame.ts'
import { cellAt, sample } from './grid.ts'
import type { Lake } from './lakes.ts'
import { createWaterFinder } from './lakes.ts'
import type { River } from './rivers.ts'
import { createGroundMap, createTerrain, type Ground, grounds } from './terrain.ts'

/** An island as a pure function of its seed. Places are in map units, heights in metres above the sea. */
export interface Island {
  readonly seed: number
  /** The solid ground: under water it is the bed, so that it is negative in the sea. */
  elevation(x: number, y: number): number
  /** How deep the water is, in metres; 0 on dry land. The surface is at `elevation + depth`. */
  depth(x: number, y: number): number
  ground(x: number, y: number): Ground
  /** How densely trees stand, 0 to 1. */
  forest(x: number, y: number): number
  /** The nearest place of a lake or river, to drink from. */
  nearestWater(x: number, y: number): Point
  readonly rivers: readonly River[]
  readonly lakes: readonly Lake[]
}

/** The island that the hub draws and the simulator walks on, unless told another. */
export const islandSeed = 7

/** Cells along one side: one is 22 metres wide, and the whole island is made in about half a second. */
const defaultCells = 512

/** The island that belongs to a seed. */
export const createIsland = (seed: number, cells = defaultCells): Island => {
  const terrain = createTerrain(seed, cells)
  const { heights, cover, rivers, lakes } = terrain
  const { codes, freshDepth } = createGroundMap(terrain)
  const ground = (x: number, y: number) => grounds[codes[cellAt(heights, x, y)] ?? 0] ?? 'sea'
  const elevation = (x: number, y: number) => sample(heights, x, y)
  return {
    seed,
    elevation,
    depth: (x, y) =>
      ground(x, y) === 'sea' ? Math.max(0.1, -elevation(x, y)) : (freshDepth[cellAt(heights, x, y)] ?? 0),
    ground,
    forest: (x, y) => sample(cover.forest, x, y),
    nearestWater: createWaterFinder(freshDepth, heights),
    rivers,
    lakes,
  }
}

let own: Island | undefined

/** The island of `islandSeed`, made when it is first asked for: it never changes, so that all games of a program walk on one. */
export const ownIsland = (): Island => {
  own ??= createIsland(islandSeed)
  return own
}
