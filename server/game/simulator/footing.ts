import { mapSize, type Point } from '../../../shared/features/world/frame.ts'
import type { Habit } from '../../../shared/features/world/species.ts'
import type { Island } from '../island/island.ts'

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
const CELL = 4
const CELLS = mapSize / CELL
/** How many cells a swimmer comes ashore. */
const SHORE = 2
const STRIDE = 6

const ground = { unseen: 0, dry: 1, ford: 2, water: 3, abyss: 4 } as const

/** Remembers each cell that it has looked at: asking the terrain is dear, and animals ask hundreds of times a step. */
export function createFooting(terrain: Terrain): Footing {
  const seen = new Uint8Array(CELLS * CELLS)

  const groundOf = (column: number, row: number): number => {
    if (!(column >= 0 && row >= 0 && column < CELLS && row < CELLS)) return ground.abyss
    const cell = row * CELLS + column
    if (seen[cell] === ground.unseen) seen[cell] = look(terrain, (column + 0.5) * CELL, (row + 0.5) * CELL)
    return seen[cell] ?? ground.abyss
  }
  const isShore = (column: number, row: number) =>
    [-SHORE, SHORE].some((by) => isWater(groundOf(column + by, row)) || isWater(groundOf(column, row + by)))

  const carries = (habit: Habit, { x, y }: Point) => {
    if (habit === 'flyer') return x >= 0 && y >= 0 && x < mapSize && y < mapSize
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)]
    const under = groundOf(column, row)
    if (habit === 'land') return under === ground.dry || under === ground.ford
    return isWater(under) || (under === ground.dry && isShore(column, row))
  }
  const isClear = (habit: Habit, from: Point, to: Point) => {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STRIDE)
    for (let i = 1; i <= steps; i++) if (!carries(habit, between(from, to, i / steps))) return false
    return true
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

const isWater = (under: number) => under === ground.ford || under === ground.water

function look(terrain: Terrain, x: number, y: number): number {
  const depth = terrain.depth(x, y)
  if (depth > SWIMMING_DEPTH) return ground.abyss
  if (depth > WADING_DEPTH) return ground.water
  return depth > 0 ? ground.ford : ground.dry
}

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
})
