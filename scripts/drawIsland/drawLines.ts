import { sample } from '../../server/game/island/grid.ts'
import type { River } from '../../server/game/island/rivers.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { type Contour, type Figure, placeFigures } from './figures.ts'
import { type Plate, type Print, type Stroke, sheetSize } from './plate.ts'
import { onLand, ringsAt, type Survey } from './survey.ts'

/** Metres from line to line; every fifth is an index line, drawn heavier and marked with its height. */
const interval = 20
const indexInterval = 100

/** Rings shorter than this are bumps, not hills. */
const leastPoints = 14

const contourLines = ({ relief }: Survey): Contour[] => {
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

/** Points over which a spring grows to a stream. */
const springLength = 26

const strokesOf = (river: River, isFromLake: boolean): Stroke[] => {
  const widths = river.map(({ width }, i) => width * (isFromLake ? 1 : Math.min(1, 0.35 + i / springLength)))
  return softened(river, 2, false).map((point, i) => ({ ...point, width: widths[i] ?? 1 }))
}

/** Rivers with an inked bank on either side where they are wide enough to have water between them. */
export const drawRivers = (survey: Survey, plate: Plate, prints: readonly Print[]): void => {
  const inLake = ({ x, y }: { x: number; y: number }) =>
    (survey.water[Math.floor(y) * sheetSize + Math.floor(x)] ?? 0) > 0
  const lines = survey.rivers.map((river) => strokesOf(river, river[0] !== undefined && inLake(river[0])))
  const land = onLand(survey)
  for (const line of lines) plate.line(line.map((at) => ({ ...at, width: at.width * 1.15 + 1.1 })))
  plate.print(prints, (palette) => palette.river, land)
  plate.clear()
  for (const line of lines) plate.line(line.map((at) => ({ ...at, width: Math.max(0, at.width * 1.15 - 1) })))
  plate.print(prints, (palette) => ({ colour: palette.shallows, strength: 0.85 }))
  plate.clear()
}

/** The inked line where land and water meet. */
export const drawShores = ({ coast, lakes }: Survey, plate: Plate, prints: readonly Print[]): void => {
  const rings = [...coast, ...lakes.flatMap(({ outline, islets }) => [outline, ...islets])]
  for (const ring of rings) plate.line(softened(ring, 1, true).map((point) => ({ ...point, width: 1.35 })))
  plate.print(prints, (palette) => palette.shoreLine)
  plate.clear()
}

/** A line without the small corners that a grid leaves: every point moves to the mean with its neighbours. */
const softened = (points: readonly Point[], rounds: number, isClosed: boolean): Point[] => {
  let line = [...points]
  for (let round = 0; round < rounds; round++)
    line = line.map((point, i) => {
      const before = line[i - 1] ?? (isClosed ? line.at(-2) : undefined)
      const after = line[i + 1] ?? (isClosed ? line[1] : undefined)
      if (!before || !after) return point
      return { x: (before.x + 2 * point.x + after.x) / 4, y: (before.y + 2 * point.y + after.y) / 4 }
    })
  return line
}
