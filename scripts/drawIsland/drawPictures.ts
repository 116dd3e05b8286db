import { paint, sample } from '../../server/game/island/grid.ts'
import { createDice, createNoise } from '../../server/game/island/noise.ts'
import { drawContours, drawRivers, drawShores } from './drawLines.ts'
import { drawFigures } from './figures.ts'
import { drawForest } from './forest.ts'
import { drawGround, hillShade } from './ground.ts'
import { drawGrass, drawRock, drawSand, drawSwamp } from './openGround.ts'
import type { Palette } from './palette.ts'
import { createPlate, createPrint, lay, type Plate, type Print, sheetSize } from './plate.ts'
import { createSurvey, type Survey } from './survey.ts'

interface Sheets<Sheet> {
  readonly day: Sheet
  readonly night: Sheet
}

const drawLand = (survey: Survey, plate: Plate, prints: readonly Print[], tell: (step: string) => void): void => {
  const shade = hillShade(survey.fineRelief)
  tell('land, light and water')
  drawGround(survey, shade, prints)
  tell('sand, grass, swamp and rock')
  drawSand(survey, plate, prints)
  drawGrass(survey, plate, prints)
  drawSwamp(survey, plate, prints)
  drawRock(survey, plate, prints)
  tell('forest')
  drawForest(survey, shade, prints)
}

const drawLines = (survey: Survey, plate: Plate, prints: readonly Print[]): void => {
  const figures = drawContours(survey, plate, prints)
  drawRivers(survey, plate, prints)
  drawShores(survey, plate, prints)
  drawFigures(survey, plate, prints, figures)
}

/**
 * Draws the island of a seed by day and by night. Both sheets take the same lines, so that what is costly is done once.
 * @param tell is told what is being done, in the words of a person waiting
 */
export const drawSheets = (seed: number, palettes: Sheets<Palette>, tell: (step: string) => void): Sheets<Print> => {
  tell('surveying the island')
  const survey = createSurvey(seed)
  const sheets = { day: createPrint(palettes.day), night: createPrint(palettes.night) }
  const prints = [sheets.day, sheets.night]
  const plate = createPlate()
  drawLand(survey, plate, prints, tell)
  tell('contour lines, rivers and shores')
  drawLines(survey, plate, prints)
  tell('paper')
  drawNeatLine(plate, prints)
  grainPaper(seed, prints)
  return sheets
}

/** Pixels from the rim of the paper to the neat line. */
const margin = 26

/** Lightens and darkens the sheets a little, by the fibre of the paper and by the clouds in its pulp. */
const grainPaper = (seed: number, prints: readonly Print[]): void => {
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
const drawNeatLine = (plate: Plate, prints: readonly Print[]): void => {
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
