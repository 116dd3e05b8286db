import { contours } from 'd3-contour'
import type { Point } from '../frame.ts'
import type { Lake } from '../freshWaters.ts'
import { neighbours } from './drainage.ts'
import type { Grid } from './grid.ts'

/** A lake as the grid knows it. */
export interface Pool {
  readonly level: number
  readonly cells: readonly number[]
}

/** Water this shallow is a puddle; a pool smaller than this is filled with soil. Metres, and square map units. */
const leastDepth = 0.3
const leastArea = 1500

/** All cells that stand under water together with one of them. */
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

/** The hollows that hold water. Smaller ones are filled up in `heights`. */
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

/** The rectangle of cells around a pool, with a margin of dry ones, and how far under water each cell of it is. */
const window = ({ level, cells: wet }: Pool, { values, cells }: Grid) => {
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
  const { left, top, width, height, under } = window(pool, heights)
  const shape = contours().size([width, height]).contour(under, 0)
  const toPoints = (ring: readonly (readonly number[])[]): Point[] =>
    ring.map(([x = 0, y = 0]) => ({ x: (x + left) * heights.step, y: (y + top) * heights.step }))
  const [largest = []] = [...shape.coordinates].sort((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))
  const [outline = [], ...islets] = largest
  return { level: pool.level, outline: toPoints(outline), islets: islets.map(toPoints) }
}
