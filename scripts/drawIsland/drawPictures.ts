import { paint, sample } from '../../server/game/island/grid.ts'
import { createNoise } from '../../server/game/island/noise.ts'
import { mulberry32 } from '../../shared/engine/mulberry32.ts'
import { drawContours, drawRivers, drawShores } from './drawLines.ts'
import { drawFigures } from './figures.ts'
import { drawForest } from './forest.ts'
import { drawGround, hillShade } from './ground.ts'
import { createMask, createPicture, lay, type Mask, type Picture, pictureSize } from './mask.ts'
import { drawGrass, drawRock, drawSand, drawSwamp } from './openGround.ts'
import type { Palette } from './palette.ts'
import { createSurvey, type Survey } from './survey.ts'

interface DayAndNight<Value> {
  readonly day: Value
  readonly night: Value
}

const drawLand = (survey: Survey, mask: Mask, pictures: readonly Picture[], report: (step: string) => void): void => {
  const shade = hillShade(survey.fineRelief)
  report('land, light and water')
  drawGround(survey, shade, pictures)
  report('sand, grass, swamp and rock')
  drawSand(survey, mask, pictures)
  drawGrass(survey, mask, pictures)
  drawSwamp(survey, mask, pictures)
  drawRock(survey, mask, pictures)
  report('forest')
  drawForest(survey, shade, pictures)
}

const drawLines = (survey: Survey, mask: Mask, pictures: readonly Picture[]): void => {
  const figures = drawContours(survey, mask, pictures)
  drawRivers(survey, mask, pictures)
  drawShores(survey, mask, pictures)
  drawFigures(survey, mask, pictures, figures)
}

/**
 * Draws the day and the night image of a seed's island. Both use the same lines, so that the expensive steps run once.
 * @param report called with a description of each step
 */
export const drawPictures = (
  seed: number,
  palettes: DayAndNight<Palette>,
  report: (step: string) => void,
): DayAndNight<Picture> => {
  report('surveying the island')
  const survey = createSurvey(seed)
  const day = createPicture(palettes.day)
  const night = createPicture(palettes.night)
  const pictures = [day, night]
  const mask = createMask()
  drawLand(survey, mask, pictures, report)
  report('contour lines, rivers and shores')
  drawLines(survey, mask, pictures)
  report('paper')
  drawNeatLine(mask, pictures)
  grainPaper(seed, pictures)
  return { day, night }
}

/** Width of the paper margin, px. */
const margin = 26

/** Adds paper grain: fibre noise and large-scale brightness noise. */
const grainPaper = (seed: number, pictures: readonly Picture[]): void => {
  const clouds = createNoise(seed, 'paper')
  const pulp = paint(256, (x, y) => clouds(x / 700, y / 700) + 0.6 * clouds(x / 170, y / 170))
  const random = mulberry32(seed)
  // Each row is mixed into the next, so that the grain does not look like dots.
  const fibre = new Float32Array(pictureSize)
  for (let row = 0; row < pictureSize; row++)
    for (let column = 0; column < pictureSize; column++) {
      const left = fibre[column - 1] ?? 0
      fibre[column] = 0.45 * (fibre[column] ?? 0) + 0.3 * left + 0.55 * (random() - 0.5)
      const grain = (fibre[column] ?? 0) * 1.5 + 0.5 * sample(pulp, column, row)
      const i = (row * pictureSize + column) * 3
      for (const { pixels, palette } of pictures) {
        const shift = grain * palette.grain
        pixels[i] = (pixels[i] ?? 0) + shift
        pixels[i + 1] = (pixels[i + 1] ?? 0) + shift
        pixels[i + 2] = (pixels[i + 2] ?? 0) + shift * 0.9
      }
    }
}

/** Draws a paper margin with a thick and a thin frame line. */
const drawNeatLine = (mask: Mask, pictures: readonly Picture[]): void => {
  const isMargin = (at: number) => at < margin || at >= pictureSize - margin
  for (let row = 0, pixel = 0; row < pictureSize; row++)
    for (let column = 0; column < pictureSize; column++, pixel++)
      if (isMargin(row) || isMargin(column))
        for (const picture of pictures) lay(picture, pixel, picture.palette.paper, 1)
  const frame = (inset: number, width: number) => {
    const [near, far] = [inset, pictureSize - inset]
    const corners = [
      [near, near],
      [far, near],
      [far, far],
      [near, far],
      [near, near],
    ] as const
    mask.line(corners.map(([x, y]) => ({ x, y, width })))
  }
  frame(margin, 2.4)
  frame(margin - 7, 0.9)
  mask.print(pictures, (palette) => palette.neatLine)
  mask.clear()
}
