import { mapSize, type Point } from '../../../shared/features/world/frame.ts'
import type { Island } from '../../../shared/features/world/island.ts'
import type { Habit } from '../../../shared/features/world/species.ts'

/** As much of an island as animals care about. Metres, and map units for places. */
export type Terrain = Pick<Island, 'elevation' | 'depth' | 'nearestWater'>

/** Where whom the ground carries, in map units. */
export interface Footing {
  carries(habit: Habit, at: Point): boolean
  /** Whether one can walk straight from one place to the other. */
  isClear(habit: Habit, from: Point, to: Point): boolean
  /** The last place on the straight line to `to` that carries, seen from `to`; `from` if there is none. */
  nearestTo(habit: Habit, to: Point, from: Point): Point
}

/** How deep a land animal wades, in metres. */
const WADING_DEPTH = 1
const SWIMMING_DEPTH = 30
/** How far a swimmer comes ashore, in map units. */
const SHORE = 10
const CELL = 4
const CELLS = mapSize / CELL
const STRIDE = 6

const ground = { unseen: 0, dry: 1, shore: 2, ford: 3, water: 4, abyss: 5 } as const
const carriers: Readonly<Record<Habit, ReadonlySet<number>>> = {
  land: new Set([ground.dry, ground.shore, ground.ford]),
  aquatic: new Set([ground.shore, ground.ford, ground.water]),
  flyer: new Set([ground.dry, ground.shore, ground.ford, ground.water, ground.abyss]),
}

/** Remembers each cell that it has looked at: asking the terrain is dear, and animals ask hundreds of times a step. */
export function createFooting(terrain: Terrain): Footing {
  const seen = new Uint8Array(CELLS * CELLS)

  const carries = (habit: Habit, { x, y }: Point) => {
    if (!(x >= 0 && y >= 0 && x < mapSize && y < mapSize)) return false
    const cell = Math.floor(y / CELL) * CELLS + Math.floor(x / CELL)
    const kind = seen[cell] || look(terrain, (Math.floor(x / CELL) + 0.5) * CELL, (Math.floor(y / CELL) + 0.5) * CELL)
    seen[cell] = kind
    return carriers[habit].has(kind)
  }
  const isClear = (habit: Habit, from: Point, to: Point) => {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STRIDE)
    return Array.from({ length: steps }, (_, i) => between(from, to, (i + 1) / steps)).every((at) => carries(habit, at))
  }
  const nearestTo = (habit: Habit, to: Point, from: Point) => {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / CELL)
    for (let i = 0; i < steps; i++) {
      const at = between(to, from, i / steps)
      if (carries(habit, at)) return at
    }
    return from
  }
  return { carries, isClear, nearestTo }
}

function look(terrain: Terrain, x: number, y: number): number {
  const depth = terrain.depth(x, y)
  if (depth > SWIMMING_DEPTH) return ground.abyss
  if (depth > WADING_DEPTH) return ground.water
  if (depth > 0) return ground.ford
  const nearWater = [-SHORE, SHORE].some((by) => terrain.depth(x + by, y) > 0 || terrain.depth(x, y + by) > 0)
  return nearWater ? ground.shore : ground.dry
}

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
})
