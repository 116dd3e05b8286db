import type { Point } from '../../../shared/features/world/frame.ts'
import type { Drainage } from './drainage.ts'
import { type Grid, metresPerStep } from './grid.ts'
import { createNoise, type Noise } from './noise.ts'
import { ramp } from './shape.ts'

/** A point of a river: metres above the sea, and the width in map units. */
interface RiverPoint extends Point {
  readonly elevation: number
  readonly width: number
}

/** From the source down to the sea, a lake or a larger river. */
export type River = readonly RiverPoint[]

/** Minimum catchment of a river, square metres. */
const leastCatchment = 450_000

/**
 * Minimum length of a river, map units. A tributary of an omitted river is shorter still, so no river ends in nothing.
 */
const leastLength = 110

/** Width in map units for a catchment in square metres: grows with its root. */
const widthFor = (catchment: number): number => 0.6 + 0.00165 * Math.sqrt(catchment)

interface Waters {
  readonly drainage: Drainage
  readonly catchment: Float32Array
  /** 1 in the sea and in lakes. */
  readonly isStill: Uint8Array
  readonly grid: Grid
}

/** The first cell of a river, and the lake cell that it leaves if it is not a spring. */
type Source = readonly [cell: number, lake: number | null]

/** Sources, the one furthest from its mouth first, so that the longest branch becomes the main river. */
const sources = ({ drainage, catchment, isStill }: Waters): Source[] => {
  const distance = new Float32Array(catchment.length)
  const isFed = new Uint8Array(catchment.length)
  /** The lake cell above, plus one. */
  const leavesLake = new Int32Array(catchment.length)
  const found: Source[] = []
  const flows = (cell: number) => isStill[cell] !== 1 && (catchment[cell] ?? 0) >= leastCatchment
  for (const cell of drainage.order) {
    const below = drainage.receiver[cell] ?? 0
    distance[cell] = (distance[below] ?? 0) + 1
    if (flows(cell)) isFed[below] = 1
    if (isStill[cell] === 1 && flows(below)) leavesLake[below] = cell + 1
  }
  for (const cell of drainage.order) {
    const below = drainage.receiver[cell] ?? 0
    if (flows(cell) && isFed[cell] !== 1 && !leavesLake[cell]) found.push([cell, null])
    if (leavesLake[below] === cell + 1) found.push([below, cell])
  }
  return found.sort(([a], [b]) => (distance[b] ?? 0) - (distance[a] ?? 0))
}

/** The cells from a source down to still water or to a river already traced, including that last cell. */
const trace = ([source, lake]: Source, { drainage, isStill }: Waters, isTraced: Uint8Array): number[] => {
  const path = lake === null ? [source] : [lake, source]
  for (let cell = source; isTraced[cell] !== 1 && isStill[cell] !== 1; ) {
    isTraced[cell] = 1
    cell = drainage.receiver[cell] ?? -1
    if (cell < 0) break
    path.push(cell)
  }
  return path
}

/** Smooths the corners of a path; its ends stay in place. */
const smoothPath = (path: readonly Point[], rounds: number): Point[] => {
  let points = [...path]
  for (let round = 0; round < rounds; round++)
    points = points.map((point, i) => {
      const before = points[i - 1]
      const after = points[i + 1]
      if (!before || !after) return point
      return { x: (before.x + 2 * point.x + after.x) / 4, y: (before.y + 2 * point.y + after.y) / 4 }
    })
  return points
}

/** Meanders of a river in flat land; one noise field for all rivers. */
const meander = ({ x, y }: Point, slope: number, bend: Noise): Point => {
  const swing = 15 * ramp(0.03, 0.004, slope)
  return { x: x + bend(x / 66, y / 66) * swing, y: y + bend(x / 66 + 83, y / 66) * swing }
}

/** Rivers as lines, each ending in the sea, in a lake or on a point of an earlier river of the list. */
export const createRivers = (seed: number, waters: Waters): River[] => {
  const { drainage, catchment, isStill, grid } = waters
  const bend = createNoise(seed, 'meanders')
  // The finer the grid, the shorter its steps and the more rounds the same smoothing takes.
  const rounds = Math.round((grid.cells / 512) ** 2 * 3)
  const isTraced = new Uint8Array(catchment.length)
  const placed = new Map<number, Point>()
  const height = (cell: number) => drainage.filled[cell] ?? 0
  const bentMiddle = (cell: number, i: number, path: readonly number[]): Point => {
    const x = ((cell % grid.cells) + 0.5) * grid.step
    const y = (Math.floor(cell / grid.cells) + 0.5) * grid.step
    const below = Math.min(i + 6, path.length - 1)
    const slope = (height(cell) - height(path[below] ?? 0)) / ((below - i) * metresPerStep(grid) + 1)
    if (isStill[cell] === 1) return { x, y }
    return placed.get(cell) ?? meander({ x, y }, slope, bend)
  }
  const toRiver = (path: readonly number[]): River =>
    smoothPath(path.map(bentMiddle), rounds).map((point, i): RiverPoint => {
      const cell = path[i] ?? 0
      placed.set(cell, point)
      const wet = path[Math.min(i, path.length - 2)] ?? cell
      return { ...point, elevation: height(cell), width: widthFor(catchment[wet] ?? 0) }
    })
  return sources(waters)
    .map((source) => trace(source, waters, isTraced))
    .filter((path) => path.length * grid.step > leastLength)
    .map(toRiver)
}
