import { gatewayFrame, mapSize, metresPerUnit } from '../../../shared/features/world/frame.ts'

/** A square grid of values over the whole map, row by row; a value belongs to the middle of its cell. */
export interface Grid {
  readonly cells: number
  /** Map units from cell to cell. */
  readonly step: number
  readonly values: Float32Array
}

export const createGrid = (cells: number): Grid => ({
  cells,
  step: mapSize / cells,
  values: new Float32Array(cells * cells),
})

/** A grid filled from a function of map units. */
export const paint = (cells: number, value: (x: number, y: number) => number): Grid => {
  const grid = createGrid(cells)
  for (let row = 0, i = 0; row < cells; row++)
    for (let column = 0; column < cells; column++, i++)
      grid.values[i] = value((column + 0.5) * grid.step, (row + 0.5) * grid.step)
  return grid
}

/** The bilinearly interpolated value at a place in map units; outside the map the value at the edge. */
export const sample = ({ cells, step, values }: Grid, x: number, y: number): number => {
  const last = cells - 1
  const column = Math.min(Math.max(x / step - 0.5, 0), last)
  const row = Math.min(Math.max(y / step - 0.5, 0), last)
  const left = Math.min(Math.floor(column), last - 1)
  const top = Math.min(Math.floor(row), last - 1)
  const right = column - left
  const down = row - top
  const i = top * cells + left
  const above = (values[i] ?? 0) * (1 - right) + (values[i + 1] ?? 0) * right
  const below = (values[i + cells] ?? 0) * (1 - right) + (values[i + cells + 1] ?? 0) * right
  return above * (1 - down) + below * down
}

/** The index of the cell at a place; a place outside the map belongs to the edge. */
export const cellAt = ({ cells, step }: { cells: number; step: number }, x: number, y: number): number => {
  const column = Math.min(Math.max(Math.floor(x / step), 0), cells - 1)
  const row = Math.min(Math.max(Math.floor(y / step), 0), cells - 1)
  return row * cells + column
}

/** Resamples a field to a finer grid. */
export const refine = (grid: Grid, cells: number): Grid => paint(cells, (x, y) => sample(grid, x, y))

/** The island has the size of Gateway, so that its slopes are realistic. */
export const metresPerMapUnit = metresPerUnit(gatewayFrame)

export const metresPerStep = (grid: Pick<Grid, 'step'>): number => grid.step * metresPerMapUnit
