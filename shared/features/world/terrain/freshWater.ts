import type { Point } from '../frame.ts'
import { cellAt } from './grid.ts'

/**
 * For every cell the nearest one that is under fresh water, handed on from row to row, down and up again, and both ways along
 * each (Danielsson's distance map; wrong by less than one cell). -1 where there is none at all.
 */
export const nearestFresh = (freshDepth: Float32Array, cells: number): Int32Array => {
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

/** Answers where the nearest fresh water is; the map of it is made when it is first asked for. */
export const createWaterFinder = (freshDepth: Float32Array, grid: { cells: number; step: number }) => {
  let nearest: Int32Array | null = null
  return (x: number, y: number): Point => {
    nearest ??= nearestFresh(freshDepth, grid.cells)
    const found = nearest[cellAt(grid, x, y)] ?? 0
    return { x: ((found % grid.cells) + 0.5) * grid.step, y: (Math.floor(found / grid.cells) + 0.5) * grid.step }
  }
}
