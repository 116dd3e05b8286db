import type { Point } from '../../shared/features/world/frame.ts'
import { drawText, strokeWithHalo, widthOfText } from './canvasText.ts'
import { drawZones } from './drawMeasurements.ts'
import type { EventShape } from './overlays.ts'
import { keptInside } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import { pxPerUnit, toScreen, type Viewport } from './viewport.ts'

const arrowEveryPx = 90
const arrowPx = 9

/** Draws the areas, paths and hills of events. Paths have arrows, so that their direction does not rest on numbers alone. */
export function drawEvents(context: CanvasRenderingContext2D, scene: Scene) {
  for (const event of scene.overlays.events) {
    if (event.hasZones && event.points[0]) drawZones(context, scene, event.points[0])
    if (event.isPath) drawPath(context, scene, event)
    else drawArea(context, scene, event)
  }
}

const lineOf = (points: readonly Point[]): Path2D => {
  const path = new Path2D()
  for (const [nth, { x, y }] of points.entries()) {
    if (nth === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
  return path
}

const circle = ({ x, y }: Point, radius: number): Path2D => {
  const path = new Path2D()
  path.arc(x, y, radius, 0, 2 * Math.PI)
  return path
}

function drawArea(context: CanvasRenderingContext2D, { view, tokens }: Scene, event: EventShape) {
  const shown = view.get()
  const [place] = event.points
  if (!place) return
  const within = circle(toScreen(shown, place), event.radius * pxPerUnit(shown))
  context.fillStyle = tokens.violet
  context.globalAlpha = event.isActive ? 0.3 : 0.16
  context.fill(within)
  context.globalAlpha = 1
  const dash = event.isActive ? [] : [4, 6]
  strokeWithHalo(context, within, { colour: tokens.violet, halo: tokens.mapHalo, px: event.isChosen ? 3.5 : 2.5, dash })
}

function drawPath(context: CanvasRenderingContext2D, { view, tokens }: Scene, event: EventShape) {
  const shown = view.get()
  const points = event.points.map((point) => toScreen(shown, point))
  const line = lineOf(points)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = tokens.violet
  context.globalAlpha = event.isActive ? 0.3 : 0.16
  context.lineWidth = 2 * event.radius * pxPerUnit(shown)
  context.stroke(line)
  context.globalAlpha = 1
  const pen = { colour: tokens.violet, halo: tokens.mapHalo }
  strokeWithHalo(context, line, { ...pen, px: event.isChosen ? 3.5 : 2.5 })
  for (const arrow of arrowsAlong(points)) strokeWithHalo(context, arrow, { ...pen, px: 2.5 })
  const [first] = points
  if (first) strokeWithHalo(context, circle(first, 5), { ...pen, px: 3 })
  if (event.wrong) {
    const at = toScreen(shown, event.wrong)
    const cross = new Path2D(`M${at.x - 8} ${at.y - 8}l16 16M${at.x + 8} ${at.y - 8}l-16 16`)
    strokeWithHalo(context, cross, { colour: tokens.danger, halo: tokens.mapHalo, px: 4 })
  }
}

/** Arrow heads along a line, one in the middle of each stretch that is long enough, more on long ones. */
export function arrowsAlong(points: readonly Point[]): readonly Path2D[] {
  return points.flatMap((to, nth) => {
    const from = points[nth - 1]
    if (!from) return []
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    if (length < 3 * arrowPx) return []
    const count = Math.max(1, Math.floor(length / arrowEveryPx))
    const [ex, ey] = [dx / length, dy / length]
    return Array.from({ length: count }, (_, at) => {
      const part = (at + 0.5) / count
      const tip = { x: from.x + dx * part + (ex * arrowPx) / 2, y: from.y + dy * part + (ey * arrowPx) / 2 }
      const wing = (side: 1 | -1) => ({
        x: tip.x - arrowPx * ex + side * arrowPx * 0.7 * ey,
        y: tip.y - arrowPx * ey - side * arrowPx * 0.7 * ex,
      })
      return lineOf([wing(1), tip, wing(-1)])
    })
  })
}

/** Draws the names of events and of their danger zones, above the animals. */
export function drawEventLabels(context: CanvasRenderingContext2D, scene: Scene) {
  for (const { text, size, ...at } of scene.labels.events()) drawText(context, text, at, scene.tokens, size)
}

const markPx = 6
const markLabelPx = 14

/** The middle of a mark's label: below it, at the lower edge of the view above it. */
function besideMark(
  context: CanvasRenderingContext2D,
  { width, height }: Viewport,
  { x, y, px, label }: Point & { readonly px: number; readonly label: string },
): Point {
  if (x < 0 || x > width) return { x, y: y + 2 * px + markLabelPx }
  const away = 2 * px + markLabelPx
  return {
    x: keptInside(widthOfText(context, label, markLabelPx), x, width),
    y: y + away + markLabelPx / 2 > height ? y - away : y + away,
  }
}

/** Crosses where something happened, as kills: pale where it lies ahead of the shown moment, ringed where it is the one of now. */
export function drawMarks(context: CanvasRenderingContext2D, { view, tokens, overlays }: Scene) {
  const shown = view.get()
  const inOrder = [...(overlays.marks ?? [])].sort((one, other) => Number(one.isChosen) - Number(other.isChosen))
  for (const { place, label, isChosen, isAhead } of inOrder) {
    const { x, y } = toScreen(shown, place)
    const px = isChosen ? markPx + 2 : markPx
    const cross = new Path2D(`M${x - px} ${y - px}L${x + px} ${y + px}M${x + px} ${y - px}L${x - px} ${y + px}`)
    const pen = { colour: tokens.danger, halo: tokens.mapHalo }
    context.globalAlpha = isAhead ? 0.4 : 1
    if (isChosen) strokeWithHalo(context, circle({ x, y }, 2 * px + 2), { ...pen, px: 2.5 })
    strokeWithHalo(context, cross, { ...pen, px: isChosen ? 4 : 3 })
    context.globalAlpha = 1
    if (label !== '') drawText(context, label, besideMark(context, shown, { x, y, px, label }), tokens)
  }
}
