import type { Point } from './frame.ts'

/** What lies under one's feet. */
export type Ground = 'sea' | 'lake' | 'river' | 'beach' | 'swamp' | 'forest' | 'grass' | 'rock'

/** A bend of a river: metres above the sea, and the width of the water in map units. */
export interface RiverPoint extends Point {
  readonly elevation: number
  readonly width: number
}

/** From the source down to the sea, a lake or a larger river. */
export type River = readonly RiverPoint[]

/** Still fresh water: its level in metres above the sea and its shore in map units, with holes for islets. */
export interface Lake {
  readonly level: number
  readonly outline: readonly Point[]
  readonly islets: readonly (readonly Point[])[]
}

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

const circle = (around: Point, radius: number): Point[] =>
  Array.from({ length: 32 }, (_, i) => ({
    x: around.x + radius * Math.cos((i / 16) * Math.PI),
    y: around.y + radius * Math.sin((i / 16) * Math.PI),
  }))

/** The island that belongs to a seed. */
export const createIsland = (seed: number): Island => {
  const lake = { x: 3057, y: 870 }
  const depth = (x: number, y: number) =>
    Math.max(0, -elevation(x, y)) + Math.max(0, (140 - Math.hypot(x - lake.x, y - lake.y)) / 10)
  const elevation = (x: number, y: number) => (1750 - Math.hypot(x - 2100, y - 2050)) * 0.2
  const ground = (x: number, y: number): Ground => {
    if (elevation(x, y) < 0) return 'sea'
    if (depth(x, y) > 0) return 'lake'
    if (elevation(x, y) < 5) return 'beach'
    if (elevation(x, y) > 300) return 'rock'
    return y < 2400 ? 'forest' : 'grass'
  }
  return {
    seed,
    elevation,
    depth,
    ground,
    forest: (x, y) => (ground(x, y) === 'forest' ? 0.8 : 0.1),
    nearestWater: (x, y) => {
      const away = Math.hypot(x - lake.x, y - lake.y)
      return away < 139
        ? { x, y }
        : { x: lake.x + ((x - lake.x) / away) * 139, y: lake.y + ((y - lake.y) / away) * 139 }
    },
    rivers: [],
    lakes: [{ level: elevation(lake.x, lake.y), outline: circle(lake, 140), islets: [] }],
  }
}
