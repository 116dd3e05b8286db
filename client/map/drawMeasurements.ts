import type { Point } from '../../shared/features/world/frame.ts'
import { drawText, strokeWithHalo } from './canvasText.ts'
import { courseLabel, courseOf, dangerLabels, highRiskMetres, lethalMetres } from './distances.ts'
import type { Scene } from './scene.ts'
import { clamp, pxPerUnit, toScreen, type Viewport } from './viewport.ts'

/** The label of a long measure keeps this distance from the edge of the view. */
const marginPx = { x: 90, y: 32 } as const

/** Next to the middle of the line, clamped to the view. */
const besideMiddle = ({ width, height }: Viewport, from: Point, to: Point): Point => ({
  x: clamp(marginPx.x, (from.x + to.x) / 2, width - marginPx.x),
  y: clamp(marginPx.y, (from.y + to.y) / 2 - 16, height - marginPx.y),
})

const knot = ({ x, y }: Point) => {
  const path = new Path2D()
  path.arc(x, y, 5, 0, 2 * Math.PI)
  return path
}

/** Draws the measured line with its length and bearing. */
export function drawMeasure(context: CanvasRenderingContext2D, { view, overlays, tokens }: Scene) {
  const { measure } = overlays
  if (!measure) return
  const pen = { colour: tokens.mapInk, halo: tokens.mapHalo, px: 2 }
  const from = toScreen(view.get(), measure.from)
  if (measure.to) {
    const to = toScreen(view.get(), measure.to)
    const line = new Path2D()
    line.moveTo(from.x, from.y)
    line.lineTo(to.x, to.y)
    strokeWithHalo(context, line, pen)
    strokeWithHalo(context, knot(to), pen)
  }
  strokeWithHalo(context, knot(from), pen)
}

/** Minimum radius of the lethal zone for a label inside, px. */
const roomyPx = 34
const hatchPx = 10

const circle = ({ x, y }: Point, radius: number) => {
  const path = new Path2D()
  path.arc(x, y, radius, 0, 2 * Math.PI)
  return path
}

/** Lines at 45° across a disc, rising or falling. */
const hatch = ({ x, y }: Point, radius: number, gap: number, slope: 1 | -1): Path2D => {
  const path = new Path2D()
  for (let away = -2 * radius; away <= 2 * radius; away += gap) {
    path.moveTo(x - radius, y + slope * (away - radius))
    path.lineTo(x + radius, y + slope * (away + radius))
  }
  return path
}

interface Hatching {
  readonly lines: Path2D
  readonly colour: string
  readonly alpha: number
}

const drawHatch = (context: CanvasRenderingContext2D, within: Path2D, { lines, colour, alpha }: Hatching) => {
  context.save()
  context.clip(within, 'evenodd')
  context.globalAlpha = alpha
  context.lineWidth = 1.5
  context.strokeStyle = colour
  context.stroke(lines)
  context.restore()
}

/** Draws the danger zones, distinguished by hatching and labels as well as by colour. */
export function drawDanger(context: CanvasRenderingContext2D, scene: Scene) {
  const { tokens, metresPerUnit, overlays } = scene
  if (!overlays.dangerAt) return
  const view = scene.view.get()
  const at = toScreen(view, overlays.dangerAt)
  const pxPerMetre = pxPerUnit(view) / metresPerUnit
  const [inner, outer] = [lethalMetres * pxPerMetre, highRiskMetres * pxPerMetre]
  const [lethal, risky] = [circle(at, inner), circle(at, outer)]
  const between = new Path2D(risky)
  between.addPath(lethal)
  drawHatch(context, between, { lines: hatch(at, outer, 2 * hatchPx, -1), colour: tokens.warn, alpha: 0.4 })
  drawHatch(context, lethal, { lines: hatch(at, inner, hatchPx, 1), colour: tokens.danger, alpha: 0.55 })
  strokeWithHalo(context, risky, { colour: tokens.warn, halo: tokens.mapHalo, px: 2, dash: [10, 7] })
  strokeWithHalo(context, lethal, { colour: tokens.danger, halo: tokens.mapHalo, px: 2.5 })
  strokeWithHalo(context, circle(at, 3), { colour: tokens.danger, halo: tokens.mapHalo, px: 3 })
}

/** Draws the labels of the measured line and of the danger zones, above the animals. */
export function drawMeasurementLabels(context: CanvasRenderingContext2D, scene: Scene) {
  const { view, overlays, tokens, metresPerUnit, layers } = scene
  const { measure, dangerAt } = overlays
  if (dangerAt && layers.danger) drawZoneLabels(context, scene, dangerAt)
  if (!measure?.to) return
  const [from, to] = [toScreen(view.get(), measure.from), toScreen(view.get(), measure.to)]
  const text = courseLabel(courseOf(measure.from, measure.to, metresPerUnit))
  drawText(context, text, besideMiddle(view.get(), from, to), tokens, 15)
}

const drawZoneLabels = (context: CanvasRenderingContext2D, { view, tokens, metresPerUnit }: Scene, place: Point) => {
  const at = toScreen(view.get(), place)
  const pxPerMetre = pxPerUnit(view.get()) / metresPerUnit
  const [inner, outer] = [lethalMetres * pxPerMetre, highRiskMetres * pxPerMetre]
  const above = (away: number) => ({ x: at.x, y: at.y - away })
  drawText(context, dangerLabels.safe, above(outer + 14), tokens)
  if (inner < roomyPx) {
    drawText(context, `${dangerLabels.lethal} within ${lethalMetres} m`, above(-outer - 14), tokens)
    drawText(context, `${dangerLabels.highRisk} within ${highRiskMetres} m`, above(-outer - 32), tokens)
    return
  }
  drawText(context, dangerLabels.highRisk, above((inner + outer) / 2), tokens)
  drawText(context, dangerLabels.lethal, above(inner / 2), tokens)
}
