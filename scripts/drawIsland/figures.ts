import { type Grid, sample } from '../../server/game/island/grid.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import type { Mask, Picture } from './mask.ts'
import type { Survey } from './survey.ts'

/** A line of equal height. */
export interface Contour {
  readonly metres: number
  readonly points: readonly Point[]
}

/** A height label, centred on a place and turned clockwise by an angle in radians. */
export interface Figure extends Point {
  readonly text: string
  readonly angle: number
}

/** Minimum distance between figures, map units. */
const elbowRoom = 430

const isFree = (taken: readonly Point[], at: Point, room: number) =>
  taken.every((other) => Math.hypot(other.x - at.x, other.y - at.y) > room)

/**
 * A figure at one point of a contour, if the line is straight there and the figure would be upright with its top
 * uphill.
 */
const figureAt = ({ metres, points }: Contour, i: number, relief: Grid): Figure | null => {
  const [before, at, after] = [points[i - 5], points[i], points[i + 5]]
  if (!before || !at || !after) return null
  const length = Math.hypot(after.x - before.x, after.y - before.y)
  const bend = Math.hypot(at.x - (before.x + after.x) / 2, at.y - (before.y + after.y) / 2)
  if (length < 26 || bend > 2.2) return null
  const [right, down] = [(after.x - before.x) / length, (after.y - before.y) / length]
  const sign = right < 0 ? -1 : 1
  const angle = Math.atan2(down * sign, right * sign)
  if (Math.abs(angle) > 1.1) return null
  const uphill = { x: at.x + Math.sin(angle) * 14, y: at.y - Math.cos(angle) * 14 }
  const rise = sample(relief, uphill.x, uphill.y) - metres
  return rise > 4 && rise < 26 ? { ...at, angle, text: String(metres) } : null
}

/** Places for figures on the index lines. */
export const placeFigures = ({ relief }: Survey, index: readonly Contour[]): Figure[] => {
  const placed: Figure[] = []
  for (const contour of [...index].sort((a, b) => b.points.length - a.points.length))
    for (let i = 5; i < contour.points.length - 5; i += 3) {
      const figure = figureAt(contour, i, relief)
      if (figure && isFree(placed, figure, elbowRoom)) placed.push(figure)
    }
  return placed
}

/** Prominent summits, the highest first. */
const summits = (relief: Grid): (Point & { metres: number })[] => {
  const { cells, step, values } = relief
  const candidates: (Point & { metres: number })[] = []
  for (let cell = cells; cell < values.length - cells; cell++) {
    const metres = values[cell] ?? 0
    if (metres < 90) continue
    const isTop = [-1, 1, -cells, cells].every((off) => (values[cell + off] ?? 0) <= metres)
    if (isTop) candidates.push({ x: ((cell % cells) + 0.5) * step, y: (Math.floor(cell / cells) + 0.5) * step, metres })
  }
  const tops: (Point & { metres: number })[] = []
  for (const top of candidates.sort((a, b) => b.metres - a.metres)) if (isFree(tops, top, 300)) tops.push(top)
  return tops.slice(0, 24)
}

/** Draws the heights of index lines and summits, with a halo of paper colour. */
export const drawFigures = (
  { relief }: Survey,
  mask: Mask,
  pictures: readonly Picture[],
  figures: readonly Figure[],
): void => {
  const tops = summits(relief)
  const write = (thicker: number) => {
    for (const figure of figures) drawDigits(mask, figure.text, figure, 9.5, 1.2 + thicker)
    for (const { x, y, metres } of tops) {
      mask.dot(x, y, 3.4 + thicker)
      drawDigits(mask, String(Math.round(metres)), { x: x + 19, y: y - 1, angle: 0 }, 11.5, 1.45 + thicker)
    }
  }
  write(3)
  mask.print(pictures, (palette) => palette.figureHalo)
  mask.clear()
  write(0)
  mask.print(pictures, (palette) => palette.figure)
  mask.clear()
}

/** Digits as pen strokes, in a box of height 1 and width 0.6; y grows downwards. */
const arc = (cx: number, cy: number, rx: number, ry: number, from: number, to: number): [number, number][] =>
  Array.from({ length: 11 }, (_, i) => {
    const turn = ((from + ((to - from) * i) / 10) * Math.PI) / 180
    return [cx + rx * Math.cos(turn), cy + ry * Math.sin(turn)]
  })

const strokes: readonly (readonly [number, number][])[][] = [
  [arc(0.3, 0.5, 0.27, 0.5, 0, 360)],
  [
    [
      [0.1, 0.2],
      [0.33, 0],
      [0.33, 1],
    ],
  ],
  [[...arc(0.3, 0.27, 0.26, 0.27, 190, 385), [0.04, 1], [0.58, 1]]],
  [[...arc(0.28, 0.25, 0.24, 0.25, 200, 445)], [...arc(0.28, 0.73, 0.28, 0.27, 275, 510)]],
  [
    [
      [0.45, 1],
      [0.45, 0],
      [0.02, 0.7],
      [0.6, 0.7],
    ],
  ],
  [[[0.52, 0], [0.12, 0], [0.08, 0.42], ...arc(0.28, 0.68, 0.28, 0.32, 235, 500)]],
  [[[0.46, 0], [0.12, 0.45], ...arc(0.3, 0.7, 0.27, 0.3, 190, 550)]],
  [
    [
      [0.04, 0],
      [0.58, 0],
      [0.22, 1],
    ],
  ],
  [arc(0.3, 0.25, 0.23, 0.25, 90, 450), arc(0.3, 0.74, 0.28, 0.26, -90, 270)],
  [[...arc(0.3, 0.3, 0.27, 0.3, 10, 370), [0.48, 0.55], [0.14, 1]]],
]

const advance = 0.78

/** Draws digits centred on a place, `height` pixels high, turned by `angle` (radians, clockwise). */
export const drawDigits = (
  mask: Mask,
  text: string,
  { x, y, angle }: { x: number; y: number; angle: number },
  height: number,
  pen: number,
): void => {
  const start = -((text.length - 1) * advance + 0.6) / 2
  const [right, down] = [Math.cos(angle), Math.sin(angle)]
  for (const [place, digit] of [...text].entries())
    for (const stroke of strokes[Number(digit)] ?? [])
      mask.line(
        stroke.map(([across, below]) => {
          const dx = (start + place * advance + across) * height
          const dy = (below - 0.5) * height
          return { x: x + dx * right - dy * down, y: y + dx * down + dy * right, width: pen }
        }),
      )
}
