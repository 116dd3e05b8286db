import { createGrid, type Grid } from '../../server/game/island/grid.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { pictureSize } from './mask.ts'

/** Catmull-Rom weights of four neighbours for a point a quarter of the way from the second to the third. */
const quarter = [-0.0703125, 0.8671875, 0.2265625, -0.0234375] as const

/** Doubles the resolution of one line of values. */
const doubleLine = (read: (i: number) => number, write: (i: number, value: number) => void, count: number) => {
  for (let i = 0; i < count; i++) {
    const farLeft = read(Math.max(i - 2, 0))
    const left = read(Math.max(i - 1, 0))
    const middle = read(i)
    const right = read(Math.min(i + 1, count - 1))
    const farRight = read(Math.min(i + 2, count - 1))
    write(2 * i, quarter[0] * right + quarter[1] * middle + quarter[2] * left + quarter[3] * farLeft)
    write(2 * i + 1, quarter[0] * left + quarter[1] * middle + quarter[2] * right + quarter[3] * farRight)
  }
}

/** Doubles the resolution of a field with smooth interpolation. */
export const doubled = ({ cells, step, values }: Grid): Grid => {
  const wide = new Float32Array(cells * 2 * cells)
  for (let row = 0; row < cells; row++)
    doubleLine(
      (i) => values[row * cells + i] ?? 0,
      (i, value) => {
        wide[row * cells * 2 + i] = value
      },
      cells,
    )
  const fine = new Float32Array(cells * cells * 4)
  for (let column = 0; column < cells * 2; column++)
    doubleLine(
      (i) => wide[i * cells * 2 + column] ?? 0,
      (i, value) => {
        fine[i * cells * 2 + column] = value
      },
      cells,
    )
  return { cells: cells * 2, step: step / 2, values: fine }
}

/** Replaces a line of values by the mean over `reach` values to either side. */
const blurLine = (values: Float32Array, start: number, stride: number, count: number, reach: number) => {
  const line = new Float32Array(count)
  for (let i = 0; i < count; i++) line[i] = values[start + i * stride] ?? 0
  const at = (i: number) => line[Math.min(Math.max(i, 0), count - 1)] ?? 0
  let sum = 0
  for (let i = -reach; i <= reach; i++) sum += at(i)
  for (let i = 0; i < count; i++) {
    values[start + i * stride] = sum / (2 * reach + 1)
    sum += at(i + reach + 1) - at(i - reach)
  }
}

/** The field without features smaller than about `reach` cells. */
export const blurred = (grid: Grid, reach: number): Grid => {
  const { cells } = grid
  const values = grid.values.slice()
  // Three box blurs approximate a Gaussian.
  for (let round = 0; round < 3; round++)
    for (let line = 0; line < cells; line++) {
      blurLine(values, line * cells, 1, cells, reach)
      blurLine(values, line, cells, cells, reach)
    }
  return { ...grid, values }
}

const far = 1e12

/** Squared distances along one line, starting from the values already there (Felzenszwalb and Huttenlocher, 2012). */
const spreadLine = (
  line: Float64Array,
  count: number,
  spread: Float64Array,
  peaks: Int32Array,
  bounds: Float64Array,
) => {
  let last = 0
  peaks[0] = 0
  bounds[0] = -far
  bounds[1] = far
  const meet = (a: number, b: number) => ((line[b] ?? 0) + b * b - ((line[a] ?? 0) + a * a)) / (2 * (b - a))
  for (let i = 1; i < count; i++) {
    let crossing = meet(peaks[last] ?? 0, i)
    while (crossing <= (bounds[last] ?? 0) && last > 0) crossing = meet(peaks[--last] ?? 0, i)
    peaks[++last] = i
    bounds[last] = crossing
    bounds[last + 1] = far
  }
  for (let i = 0, peak = 0; i < count; i++) {
    while ((bounds[peak + 1] ?? far) < i) peak++
    const from = peaks[peak] ?? 0
    spread[i] = (i - from) ** 2 + (line[from] ?? 0)
  }
}

/** The distance of every cell to the nearest cell where `isHere` is 1, in map units. */
export const distanceTo = (isHere: Uint8Array, cells: number): Grid => {
  const grid = createGrid(cells)
  const squares = Float64Array.from(isHere, (here) => (here === 1 ? 0 : far))
  const line = new Float64Array(cells)
  const spread = new Float64Array(cells)
  const peaks = new Int32Array(cells)
  const bounds = new Float64Array(cells + 1)
  const pass = (start: number, stride: number) => {
    for (let i = 0; i < cells; i++) line[i] = squares[start + i * stride] ?? far
    spreadLine(line, cells, spread, peaks, bounds)
    for (let i = 0; i < cells; i++) squares[start + i * stride] = spread[i] ?? far
  }
  for (let column = 0; column < cells; column++) pass(column, cells)
  for (let row = 0; row < cells; row++) pass(row * cells, 1)
  for (let cell = 0; cell < squares.length; cell++) grid.values[cell] = Math.sqrt(squares[cell] ?? 0) * grid.step
  return grid
}

/** Adds the coverage of the edge from a to b to the pixels of one row to its right. */
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
  // The edge crosses several pixels: each column takes the difference of the area up to its two sides.
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
 * Coverage of every pixel by closed rings, 0 to 255, with exact areas. Holes have the opposite direction of their
 * outline. Rings are in pixels.
 */
export const fillRings = (rings: readonly (readonly Point[])[], size = pictureSize): Uint8Array => {
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
