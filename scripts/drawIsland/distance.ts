import { createGrid, type Grid } from '../../shared/features/world/terrain/grid.ts'

const far = 1e12

/** Squared distances along one line from what the values already hold (Felzenszwalb and Huttenlocher, 2012). */
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

/** How far every cell is from the nearest cell for which `isHere` holds 1, in map units. */
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
