import type { Grid } from '../../shared/features/world/terrain/grid.ts'

/** Weights of four neighbours for a point a quarter of the way from the second to the third (Catmull and Rom). */
const quarter = [-0.0703125, 0.8671875, 0.2265625, -0.0234375] as const

/** One line of values twice as fine. */
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

/** The same field on a grid twice as fine, curved through its values instead of broken at them. */
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

/** One line replaced by the mean of `reach` values to either side. */
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

/** The same field without what is smaller than about `reach` cells. */
export const blurred = (grid: Grid, reach: number): Grid => {
  const { cells } = grid
  const values = grid.values.slice()
  // Three means in a row are as good as a bell curve.
  for (let round = 0; round < 3; round++)
    for (let line = 0; line < cells; line++) {
      blurLine(values, line * cells, 1, cells, reach)
      blurLine(values, line, cells, cells, reach)
    }
  return { ...grid, values }
}
