import { sample } from '../../server/game/island/grid.ts'
import type { River } from '../../server/game/island/rivers.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { type Contour, type Figure, placeFigures } from './figures.ts'
import { type Mask, type Picture, pictureSize, type Stroke } from './mask.ts'
import { onLand, ringsAt, type Survey } from './survey.ts'

/** Metres between contour lines; every fifth is an index line, drawn heavier and labelled with its height. */
const interval = 20
const indexInterval = 100

/** Shorter rings are omitted. */
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

/** Draws lines of one weight, with gaps for figures, in brown on soil and in grey on rock. */
const printLines = (
  survey: Survey,
  mask: Mask,
  pictures: readonly Picture[],
  lines: readonly Contour[],
  figures: readonly Figure[],
) => {
  const isHeavy = lines.some(isIndex)
  const width = isHeavy ? 1.55 : 0.95
  for (const { points } of lines) mask.line(points.map((point) => ({ ...point, width })))
  for (const { x, y, angle, text } of figures) mask.erase(x, y, text.length * 4 + 3, 7, angle)
  const land = onLand(survey)
  const rock = (pixel: number) => sample(survey.cover.rock, pixel % pictureSize, Math.floor(pixel / pictureSize))
  mask.print(
    pictures,
    (palette) => (isHeavy ? palette.indexContour : palette.contour),
    (pixel) => land(pixel) * (1 - rock(pixel)),
  )
  mask.print(
    pictures,
    (palette) => palette.rockContour,
    (pixel) => land(pixel) * rock(pixel) * (isHeavy ? 1.3 : 1),
  )
  mask.clear()
}

/** Draws the contour lines and returns the places of their figures. */
export const drawContours = (survey: Survey, mask: Mask, pictures: readonly Picture[]): Figure[] => {
  const lines = contourLines(survey)
  const index = lines.filter(isIndex)
  const figures = placeFigures(survey, index)
  printLines(
    survey,
    mask,
    pictures,
    lines.filter((line) => !isIndex(line)),
    figures,
  )
  printLines(survey, mask, pictures, index, figures)
  return figures
}

/** Number of points over which a river grows from its spring to full width. */
const springLength = 26

const strokesOf = (river: River, isFromLake: boolean): Stroke[] => {
  const widths = river.map(({ width }, i) => width * (isFromLake ? 1 : Math.min(1, 0.35 + i / springLength)))
  return softened(river, 2, false).map((point, i) => ({ ...point, width: widths[i] ?? 1 }))
}

/** Draws rivers, with banks on both sides where they are wide enough. */
export const drawRivers = (survey: Survey, mask: Mask, pictures: readonly Picture[]): void => {
  const inLake = ({ x, y }: { x: number; y: number }) =>
    (survey.water[Math.floor(y) * pictureSize + Math.floor(x)] ?? 0) > 0
  const lines = survey.rivers.map((river) => strokesOf(river, river[0] !== undefined && inLake(river[0])))
  const land = onLand(survey)
  for (const line of lines) mask.line(line.map((at) => ({ ...at, width: at.width * 1.15 + 1.1 })))
  mask.print(pictures, (palette) => palette.river, land)
  mask.clear()
  for (const line of lines) mask.line(line.map((at) => ({ ...at, width: Math.max(0, at.width * 1.15 - 1) })))
  mask.print(pictures, (palette) => ({ colour: palette.shallows, strength: 0.85 }))
  mask.clear()
}

/** Draws the line between land and water. */
export const drawShores = ({ coast, lakes }: Survey, mask: Mask, pictures: readonly Picture[]): void => {
  const rings = [...coast, ...lakes.flatMap(({ outline, islets }) => [outline, ...islets])]
  for (const ring of rings) mask.line(softened(ring, 1, true).map((point) => ({ ...point, width: 1.35 })))
  mask.print(pictures, (palette) => palette.shoreLine)
  mask.clear()
}

/** Smooths the corners of a grid: every point moves to the mean with its neighbours. */
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
