import { drawContours } from './contourLines.ts'
import { drawFigures } from './figures.ts'
import { drawForest } from './forest.ts'
import { drawGround } from './ground.ts'
import { hillShade } from './hillShade.ts'
import { drawGrass, drawSand, drawSwamp } from './openGround.ts'
import type { Palette } from './palette.ts'
import { drawNeatLine, grainPaper } from './paper.ts'
import { createPlate, type Plate } from './plate.ts'
import { createPrint, type Print } from './print.ts'
import { drawRivers, drawShores } from './rivers.ts'
import { drawRock } from './rock.ts'
import { createSurvey, type Survey } from './survey.ts'

export interface Sheets<Sheet> {
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
