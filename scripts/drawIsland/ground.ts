import { sample } from '../../shared/features/world/terrain/grid.ts'
import { landShade, landTint } from './landTint.ts'
import { lay, type Print, sheetSize } from './print.ts'
import type { Survey } from './survey.ts'
import { tintAt, waterTints } from './waterTint.ts'

/** The land's colour at a pixel, between its cells, of which there are half as many each way as pixels. */
const between = (colours: Uint8ClampedArray, cells: number, column: number, row: number): [number, number, number] => {
  const left = Math.max(0, Math.floor((column - 1) / 2))
  const top = Math.max(0, Math.floor((row - 1) / 2))
  const right = Math.min(left + 1, cells - 1)
  const below = Math.min(top + 1, cells - 1)
  const alongX = column % 2 === 0 ? 0.75 : 0.25
  const alongY = row % 2 === 0 ? 0.75 : 0.25
  const at = (channel: number) => {
    const a = colours[(top * cells + left) * 3 + channel] ?? 0
    const b = colours[(top * cells + right) * 3 + channel] ?? 0
    const c = colours[(below * cells + left) * 3 + channel] ?? 0
    const d = colours[(below * cells + right) * 3 + channel] ?? 0
    return (a + (b - a) * alongX) * (1 - alongY) + (c + (d - c) * alongX) * alongY
  }
  return [at(0), at(1), at(2)]
}

const spreadOver = (survey: Survey, print: Print, land: Uint8ClampedArray): void => {
  const tints = waterTints(print.palette)
  const { cells } = survey.fineRelief
  for (let row = 0, pixel = 0; row < sheetSize; row++)
    for (let column = 0; column < sheetSize; column++, pixel++) {
      const wet = (survey.water[pixel] ?? 0) / 255
      if (wet < 1) lay(print, pixel, between(land, cells, column, row), 1)
      if (wet > 0) lay(print, pixel, tintAt(tints, sample(survey.offShore, column + 0.5, row + 0.5)), wet)
    }
}

/** Covers all sheets with land and water. */
export const drawGround = (survey: Survey, prints: readonly Print[]): void => {
  const shade = landShade(survey)
  for (const print of prints) spreadOver(survey, print, landTint(survey, shade, print.palette))
}
