import { sample } from '../../shared/features/world/terrain/grid.ts'
import { softened } from './curve.ts'
import { type Contour, type Figure, placeFigures } from './figures.ts'
import type { Plate } from './plate.ts'
import { type Print, sheetSize } from './print.ts'
import { onLand, ringsAt, type Survey } from './survey.ts'

/** Metres from line to line; every fifth is an index line, drawn heavier and marked with its height. */
const interval = 20
const indexInterval = 100

/** Rings shorter than this are bumps, not hills. */
const leastPoints = 14

export const contourLines = ({ relief }: Survey): Contour[] => {
  const highest = relief.values.reduce((most, height) => Math.max(most, height), 0)
  const levels = Array.from({ length: Math.floor(highest / interval) }, (_, i) => (i + 1) * interval)
  return levels.flatMap((metres) =>
    ringsAt(relief, metres)
      .filter((ring) => ring.length >= leastPoints)
      .map((ring) => ({ metres, points: softened(ring, 2, true) })),
  )
}

const isIndex = ({ metres }: Contour) => metres % indexInterval === 0

/** Cuts lines of one weight, with gaps for figures, and prints them brown on soil and grey on rock. */
const printLines = (
  survey: Survey,
  plate: Plate,
  prints: readonly Print[],
  lines: readonly Contour[],
  figures: readonly Figure[],
) => {
  const isHeavy = lines.some(isIndex)
  const width = isHeavy ? 1.55 : 0.95
  for (const { points } of lines) plate.line(points.map((point) => ({ ...point, width })))
  for (const { x, y, angle, text } of figures) plate.erase(x, y, text.length * 4 + 3, 7, angle)
  const land = onLand(survey)
  const rock = (pixel: number) => sample(survey.cover.rock, pixel % sheetSize, Math.floor(pixel / sheetSize))
  plate.print(
    prints,
    (palette) => (isHeavy ? palette.indexContour : palette.contour),
    (pixel) => land(pixel) * (1 - rock(pixel)),
  )
  plate.print(
    prints,
    (palette) => palette.rockContour,
    (pixel) => land(pixel) * rock(pixel) * (isHeavy ? 1.3 : 1),
  )
  plate.clear()
}

/** Draws the contour lines and says where their figures go. */
export const drawContours = (survey: Survey, plate: Plate, prints: readonly Print[]): Figure[] => {
  const lines = contourLines(survey)
  const index = lines.filter(isIndex)
  const figures = placeFigures(survey, index)
  printLines(
    survey,
    plate,
    prints,
    lines.filter((line) => !isIndex(line)),
    figures,
  )
  printLines(survey, plate, prints, index, figures)
  return figures
}
