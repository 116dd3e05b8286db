import type { Point } from '../../shared/features/world/frame.ts'
import type { Tokens } from '../themes/themes.ts'
import { drawText, strokeWithHalo } from './canvasText.ts'
import { courseLabel, courseOf, dangerLabels, highRiskMetres, lethalMetres } from './distances.ts'
import type { ShownLayers } from './mapLayers.ts'
import type { Overlays } from './overlays.ts'
import { keptInside, type LabelBox } from './placeLabels.ts'
import type { View } from './view.ts'
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
export function drawMeasure(context: CanvasRenderingContext2D, { view, overlays, tokens }: DrawnScene) {
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

export function drawDanger(context: CanvasRenderingContext2D, scene: DrawnScene) {
  if (scene.overlays.dangerAt) drawZones(context, scene, scene.overlays.dangerAt)
}

/** Draws the danger zones around a place, distinguished by hatching and labels as well as by colour. */
export function drawZones(
  context: CanvasRenderingContext2D,
  scene: Pick<DrawnScene, 'tokens' | 'metresPerUnit' | 'view'>,
  place: Point,
) {
  const { tokens, metresPerUnit } = scene
  const view = scene.view.get()
  const at = toScreen(view, place)
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

/** A text on the map, by its middle in px of the view. */
export interface TextLabel extends Point {
  readonly text: string
  /** Font size, px. */
  readonly size: number
}

export interface MeasuredScene {
  readonly metresPerUnit: number
  readonly view: Pick<View, 'get'>
  readonly overlays: Pick<Overlays, 'measure' | 'dangerAt'>
  readonly layers: Pick<ShownLayers, 'danger'>
}
type DrawnScene = MeasuredScene & { readonly tokens: Tokens }

/** The labels of the measured line and of the danger zones. */
function measurementLabels({ view, overlays, layers, metresPerUnit }: MeasuredScene): readonly TextLabel[] {
  const { measure, dangerAt } = overlays
  const { width } = view.get()
  const zones = (dangerAt && layers.danger ? zoneLabels(view.get(), dangerAt, metresPerUnit) : []).map((label) =>
    label.x < 0 || label.x > width ? label : { ...label, x: keptInside(boxOfText(label).width, label.x, width) },
  )
  if (!measure?.to) return zones
  const [from, to] = [toScreen(view.get(), measure.from), toScreen(view.get(), measure.to)]
  const text = courseLabel(courseOf(measure.from, measure.to, metresPerUnit))
  return [...zones, { text, size: 15, ...besideMiddle(view.get(), from, to) }]
}

/** The radius of the danger zones. */
export const outerZonePx = (view: Viewport, metresPerUnit: number): number =>
  (highRiskMetres * pxPerUnit(view)) / metresPerUnit

/** The labels of the danger zones around a place. */
export function zoneLabels(view: Viewport, place: Point, metresPerUnit: number): readonly TextLabel[] {
  const at = toScreen(view, place)
  const pxPerMetre = pxPerUnit(view) / metresPerUnit
  const [inner, outer] = [lethalMetres * pxPerMetre, highRiskMetres * pxPerMetre]
  const above = (away: number, text: string) => ({ text, size: 14, x: at.x, y: at.y - away })
  const safe = above(outer + 14, dangerLabels.safe)
  if (inner < roomyPx)
    return [
      safe,
      above(-outer - 14, `${dangerLabels.lethal} within ${lethalMetres} m`),
      above(-outer - 32, `${dangerLabels.highRisk} within ${highRiskMetres} m`),
    ]
  return [safe, above((inner + outer) / 2, dangerLabels.highRisk), above(inner / 2, dangerLabels.lethal)]
}

/** The usual width of a letter, as a share of the font size. */
const letterShare = 0.52

/** What other labels leave free for a text. */
export const boxOfText = ({ text, size, x, y }: TextLabel): LabelBox => {
  const [width, height] = [text.length * size * letterShare, size + 4]
  return { x: x - width / 2, y: y - height / 2, width, height }
}

export const measurementBoxes = (scene: MeasuredScene): LabelBox[] => measurementLabels(scene).map(boxOfText)

/** Draws the labels of the measured line and of the danger zones, above the animals. */
export function drawMeasurementLabels(context: CanvasRenderingContext2D, scene: DrawnScene) {
  for (const { text, size, ...at } of measurementLabels(scene)) drawText(context, text, at, scene.tokens, size)
}
