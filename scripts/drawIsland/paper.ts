import { paint, sample } from '../../shared/features/world/terrain/grid.ts'
import { createDice, createNoise } from '../../shared/features/world/terrain/noise.ts'
import type { Plate } from './plate.ts'
import { lay, type Print, sheetSize } from './print.ts'

/** Pixels from the rim of the paper to the neat line. */
const margin = 26

/** Lightens and darkens the sheets a little, by the fibre of the paper and by the clouds in its pulp. */
export const grainPaper = (seed: number, prints: readonly Print[]): void => {
  const clouds = createNoise(seed, 'paper')
  const pulp = paint(256, (x, y) => clouds(x / 700, y / 700) + 0.6 * clouds(x / 170, y / 170))
  const dice = createDice(seed)
  // One row of fibre drags on into the next, so that the grain is felt rather than seen as dots.
  const fibre = new Float32Array(sheetSize)
  for (let row = 0; row < sheetSize; row++)
    for (let column = 0; column < sheetSize; column++) {
      const left = fibre[column - 1] ?? 0
      fibre[column] = 0.45 * (fibre[column] ?? 0) + 0.3 * left + 0.55 * (dice() - 0.5)
      const grain = (fibre[column] ?? 0) * 1.5 + 0.5 * sample(pulp, column, row)
      const i = (row * sheetSize + column) * 3
      for (const { pixels, palette } of prints) {
        const shift = grain * palette.grain
        pixels[i] = (pixels[i] ?? 0) + shift
        pixels[i + 1] = (pixels[i + 1] ?? 0) + shift
        pixels[i + 2] = (pixels[i + 2] ?? 0) + shift * 0.9
      }
    }
}

/** Leaves a margin of paper around the drawing and rules a heavy and a fine line inside it. */
export const drawNeatLine = (plate: Plate, prints: readonly Print[]): void => {
  const isMargin = (at: number) => at < margin || at >= sheetSize - margin
  for (let row = 0, pixel = 0; row < sheetSize; row++)
    for (let column = 0; column < sheetSize; column++, pixel++)
      if (isMargin(row) || isMargin(column)) for (const print of prints) lay(print, pixel, print.palette.paper, 1)
  const frame = (inset: number, width: number) => {
    const [near, far] = [inset, sheetSize - inset]
    const corners = [
      [near, near],
      [far, near],
      [far, far],
      [near, far],
      [near, near],
    ] as const
    plate.line(corners.map(([x, y]) => ({ x, y, width })))
  }
  frame(margin, 2.4)
  frame(margin - 7, 0.9)
  plate.print(prints, (palette) => palette.neatLine)
  plate.clear()
}
