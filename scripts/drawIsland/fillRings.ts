import type { Point } from '../../shared/features/world/frame.ts'
import { sheetSize } from './print.ts'

/** Adds what the edge from a to b covers of every pixel of one row to the right of it. */
const addRow = (sums: Float32Array, rowStart: number, x: number, next: number, rise: number) => {
  const from = Math.min(x, next)
  const to = Math.max(x, next)
  const first = Math.floor(from)
  const last = Math.ceil(to)
  const start = rowStart + first
  if (last <= first + 1) {
    const part = rise * (0.5 * (x + next) - first)
    sums[start] = (sums[start] ?? 0) + rise - part
    sums[start + 1] = (sums[start + 1] ?? 0) + part
    return
  }
  // The edge crosses several pixels: what each column takes is the difference of the area up to its two sides.
  const areaUpTo = (column: number) => {
    const reached = Math.min(Math.max(column, from), to)
    const triangle = ((reached - from) * (reached - from)) / (2 * (to - from))
    return triangle + Math.max(0, column - to)
  }
  let before = 0
  let taken = 0
  for (let column = first + 1; column <= last + 1; column++) {
    const whole = areaUpTo(column)
    const own = rise * (whole - before)
    const i = start + column - first - 1
    sums[i] = (sums[i] ?? 0) + own - taken
    taken = own
    before = whole
  }
}

const addEdge = (sums: Float32Array, size: number, a: Point, b: Point) => {
  if (a.y === b.y) return
  const [upper, lower, sign] = a.y < b.y ? [a, b, 1] : [b, a, -1]
  const lean = (lower.x - upper.x) / (lower.y - upper.y)
  const bottom = Math.min(size, Math.ceil(lower.y))
  for (let row = Math.max(0, Math.floor(upper.y)); row < bottom; row++) {
    const from = Math.max(row, upper.y)
    const to = Math.min(row + 1, lower.y)
    const clip = (x: number) => Math.min(Math.max(x, 0), size - 2)
    const x = clip(upper.x + (from - upper.y) * lean)
    addRow(sums, row * size, x, clip(upper.x + (to - upper.y) * lean), sign * (to - from))
  }
}

/**
 * How much of every pixel lies within closed rings, 0 to 255, exact to the area that the edges cut off. Holes run the other
 * way round than what they lie in. Rings are in pixels.
 */
export const fillRings = (rings: readonly (readonly Point[])[], size = sheetSize): Uint8Array => {
  const sums = new Float32Array(size * size + 2)
  for (const ring of rings)
    for (let i = 0; i < ring.length; i++) {
      const a = ring[i]
      const b = ring[(i + 1) % ring.length]
      if (a && b) addEdge(sums, size, a, b)
    }
  const cover = new Uint8Array(size * size)
  for (let row = 0; row < size; row++) {
    let sum = 0
    for (let pixel = row * size; pixel < (row + 1) * size; pixel++) {
      sum += sums[pixel] ?? 0
      cover[pixel] = Math.min(255, Math.round(Math.abs(sum) * 255))
    }
  }
  return cover
}
