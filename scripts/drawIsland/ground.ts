import type { Grid } from '../../shared/features/world/terrain/grid.ts'
import { landTint } from './landTint.ts'
import { lay, type Print, sheetSize } from './print.ts'
import type { Survey } from './survey.ts'
import { createWaterTint } from './waterTint.ts'

/** Lays the land's colour on a pixel, between its cells, of which there are half as many each way as pixels. */
const layLand = ({ pixels }: Print, colours: Uint8ClampedArray, cells: number, column: number, row: number): void => {
  const left = Math.max(0, (column - 1) >> 1)
  const top = Math.max(0, (row - 1) >> 1)
  const right = Math.min(left + 1, cells - 1)
  const below = Math.min(top + 1, cells - 1)
  const alongX = column % 2 === 0 ? 0.75 : 0.25
  const alongY = row % 2 === 0 ? 0.75 : 0.25
  const i = (row * sheetSize + column) * 3
  for (let channel = 0; channel < 3; channel++) {
    const a = colours[(top * cells + left) * 3 + channel] ?? 0
    const b = colours[(top * cells + right) * 3 + channel] ?? 0
    const c = colours[(below * cells + left) * 3 + channel] ?? 0
    const d = colours[(below * cells + right) * 3 + channel] ?? 0
    pixels[i + channel] = (a + (b - a) * alongX) * (1 - alongY) + (c + (d - c) * alongX) * alongY
  }
}

const spreadOver = (survey: Survey, print: Print, land: Uint8ClampedArray): void => {
  const tintAt = createWaterTint(survey, print.palette)
  const { cells } = survey.fineRelief
  for (let row = 0, pixel = 0; row < sheetSize; row++)
    for (let column = 0; column < sheetSize; column++, pixel++) {
      const wet = (survey.water[pixel] ?? 0) / 255
      if (wet < 1) layLand(print, land, cells, column, row)
      if (wet > 0) lay(print, pixel, tintAt(column + 0.5, row + 0.5), wet)
    }
}

/** Covers all sheets with land, in the given light, and water. */
export const drawGround = (survey: Survey, shade: Grid, prints: readonly Print[]): void => {
  for (const print of prints) spreadOver(survey, print, landTint(survey, shade, print.palette))
}
