import { contours } from 'd3-contour'
import type { Point } from '../../../shared/features/world/frame.ts'
import { neighbours } from './drainage.ts'
import { cellAt, type Grid } from './grid.ts'
import type { Land } from './land.ts'
import { createNoise, layered } from './noise.ts'
import { ramp } from './shape.ts'
import { type Basin, basins } from './sketch.ts'

/** A lake: its level in metres above the sea and its shore in map units, with islets as holes. */
export interface Lake {
  readonly level: number
  readonly outline: readonly Point[]
  readonly islets: readonly (readonly Point[])[]
}

/** The cells of a lake. */
export interface Pool {
  readonly level: number
  readonly cells: readonly number[]
}

/** Minimum depth in metres and area in square map units; smaller pools are filled. */
const leastDepth = 0.3
const leastArea = 1500

/** All wet cells connected to a cell. */
const spread = (start: number, isWet: Uint8Array, steps: Int32Array): number[] => {
  const found = [start]
  isWet[start] = 0
  for (let i = 0; i < found.length; i++)
    for (const step of steps) {
      const other = (found[i] ?? 0) + step
      if (isWet[other] !== 1) continue
      isWet[other] = 0
      found.push(other)
    }
  return found
}

/** The hollows that hold water. Smaller ones are filled in `heights`. */
export const findPools = (heights: Grid, filled: Float32Array): Pool[] => {
  const { values, cells, step } = heights
  const isWet = new Uint8Array(values.length)
  for (let cell = 0; cell < values.length; cell++)
    if ((filled[cell] ?? 0) - (values[cell] ?? 0) > leastDepth) isWet[cell] = 1
  const { steps } = neighbours(cells)
  const pools: Pool[] = []
  for (let cell = 0; cell < isWet.length; cell++) {
    if (isWet[cell] !== 1) continue
    const found = spread(cell, isWet, steps)
    const level = found.reduce((least, each) => Math.min(least, filled[each] ?? 0), Number.POSITIVE_INFINITY)
    if (found.length * step * step >= leastArea) pools.push({ level, cells: found })
    else for (const each of found) values[each] = Math.max(values[each] ?? 0, filled[each] ?? 0)
  }
  return pools
}

/** The bounding box of a pool with a dry margin, and the depth of each of its cells. */
const boundingBox = ({ level, cells: wet }: Pool, { values, cells }: Grid) => {
  const columns = wet.map((cell) => cell % cells)
  const rows = wet.map((cell) => Math.floor(cell / cells))
  const left = columns.reduce((least, column) => Math.min(least, column), cells) - 2
  const top = rows.reduce((least, row) => Math.min(least, row), cells) - 2
  const width = columns.reduce((most, column) => Math.max(most, column), 0) + 3 - left
  const height = rows.reduce((most, row) => Math.max(most, row), 0) + 3 - top
  const own = new Set(wet)
  const under = Array.from({ length: width * height }, (_, i) => {
    const cell = (top + Math.floor(i / width)) * cells + left + (i % width)
    const depth = level - (values[cell] ?? 0)
    return own.has(cell) ? depth : Math.min(depth, -0.01)
  })
  return { left, top, width, height, under }
}

/** The shore of a pool in map units. */
export const outlineOf = (pool: Pool, heights: Grid): Lake => {
  const { left, top, width, height, under } = boundingBox(pool, heights)
  const shape = contours().size([width, height]).contour(under, 0)
  const toPoints = (ring: readonly (readonly number[])[]): Point[] =>
    ring.map(([x = 0, y = 0]) => ({ x: (x + left) * heights.step, y: (y + top) * heights.step }))
  const [largest = []] = [...shape.coordinates].sort((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))
  const [outline = [], ...islets] = largest
  return { level: pool.level, outline: toPoints(outline), islets: islets.map(toPoints) }
}

/** Position in the ellipse of a basin: 0 in its middle, 1 on its edge. */
const remoteness = ({ x, y, radius, stretch, turn }: Basin, atX: number, atY: number): number => {
  const along = (atX - x) * Math.cos(turn) + (atY - y) * Math.sin(turn)
  const across = (atY - y) * Math.cos(turn) - (atX - x) * Math.sin(turn)
  const root = Math.sqrt(stretch)
  return Math.sqrt((along / root) ** 2 + (across * root) ** 2) / radius
}

/** Digs the lake beds into the heights. The water level results from the lowest outlet. */
export const digLakeBeds = (seed: number, { heights, isSea }: Land): void => {
  const bend = createNoise(seed, 'bend of the lakes')
  const { cells, step, values } = heights
  for (const basin of basins) {
    const reach = Math.ceil((basin.radius * 2) / step)
    const [middleColumn, middleRow] = [Math.floor(basin.x / step), Math.floor(basin.y / step)]
    for (let row = middleRow - reach; row <= middleRow + reach; row++)
      for (let column = middleColumn - reach; column <= middleColumn + reach; column++) {
        const cell = row * cells + column
        if (isSea[cell] === 1) continue
        const [x, y] = [(column + 0.5) * step, (row + 0.5) * step]
        const coves = layered(bend, x / (basin.radius * 1.1), y / (basin.radius * 1.1), 3, 0.45)
        values[cell] = (values[cell] ?? 0) - basin.dug * ramp(1.12, 0.55, remoteness(basin, x, y) + 0.42 * coves)
      }
  }
}

/**
 * The nearest freshwater cell of every cell, by sweeping down and up (Danielsson's distance map; wrong by less than one
 * cell). -1 if there is none at all.
 */
const nearestFresh = (freshDepth: Float32Array, cells: number): Int32Array => {
  const nearest = new Int32Array(freshDepth.length).fill(-1)
  for (let cell = 0; cell < nearest.length; cell++) if ((freshDepth[cell] ?? 0) > 0) nearest[cell] = cell
  const apart = (a: number, b: number) => {
    const columns = (a % cells) - (b % cells)
    const rows = Math.floor(a / cells) - Math.floor(b / cells)
    return columns * columns + rows * rows
  }
  const offer = (cell: number, from: number) => {
    const known = nearest[from] ?? -1
    if (known < 0) return
    const own = nearest[cell] ?? -1
    if (own < 0 || apart(cell, known) < apart(cell, own)) nearest[cell] = known
  }
  const sweep = (row: number, from: number) => {
    const first = row * cells
    for (let cell = first; cell < first + cells; cell++)
      for (let other = cell + from * cells - 1; other <= cell + from * cells + 1; other++) offer(cell, other)
    for (let cell = first + 1; cell < first + cells; cell++) offer(cell, cell - 1)
    for (let cell = first + cells - 2; cell >= first; cell--) offer(cell, cell + 1)
  }
  for (let row = 0; row < cells; row++) sweep(row, -1)
  for (let row = cells - 1; row >= 0; row--) sweep(row, 1)
  return nearest
}

/** Returns a function that finds the nearest fresh water; its map is computed on first use. */
export const createWaterFinder = (freshDepth: Float32Array, grid: { cells: number; step: number }) => {
  let nearest: Int32Array | null = null
  return (x: number, y: number): Point => {
    nearest ??= nearestFresh(freshDepth, grid.cells)
    const found = nearest[cellAt(grid, x, y)] ?? 0
    return { x: ((found % grid.cells) + 0.5) * grid.step, y: (Math.floor(found / grid.cells) + 0.5) * grid.step }
  }
}
