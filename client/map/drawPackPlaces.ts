import { type Ping, type PingKind, pingRingMs } from '../../shared/features/packs/packLife.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { drawText, strokeWithHalo, widthOfText } from './canvasText.ts'
import { courseOf, distanceLabel } from './distances.ts'
import { boxOfText, measurementBoxes } from './drawMeasurements.ts'
import { ownPlace } from './edgePlacement.ts'
import { packPlaceBoxes } from './mapLabels.ts'
import { pingColour, pingDiscPx, pingFaces } from './pingKinds.ts'
import { areOverlapping, boxAround, isInView, type LabelBox } from './placeLabels.ts'
import { prefersReducedMotion } from './reducedMotion.ts'
import type { Scene } from './scene.ts'
import { pxPerUnit, toScreen, type Viewport } from './viewport.ts'

const ringPx = { least: 8, most: 52, still: 26 } as const

/** Scale, px per map unit, from which pings keep their label. */
const labelScale = 0.3

const glyphPaths = new Map<PingKind, Path2D>()

const glyphOf = (kind: PingKind): Path2D => {
  const known = glyphPaths.get(kind) ?? new Path2D(pingFaces[kind].path)
  glyphPaths.set(kind, known)
  return known
}

const ring = ({ x, y }: Point, radius: number) => {
  const path = new Path2D()
  path.arc(x, y, radius, 0, 2 * Math.PI)
  return path
}

/** Two spreading rings, one behind the other; with reduced motion one static ring for the same time. */
const drawRings = (
  context: CanvasRenderingContext2D,
  { tokens }: Scene,
  { at, part, colour }: { readonly at: Point; readonly part: number; readonly colour: string },
) => {
  const pen = { colour, halo: tokens.mapHalo, px: 3 }
  if (prefersReducedMotion()) return strokeWithHalo(context, ring(at, ringPx.still), pen)
  for (const spread of [part, part - 0.25].filter((one) => one >= 0)) {
    context.globalAlpha = 1 - spread
    strokeWithHalo(context, ring(at, ringPx.least + (ringPx.most - ringPx.least) * Math.sqrt(spread)), pen)
  }
  context.globalAlpha = 1
}

/**
 * Draws waypoint and pings of the pack, each ping with the drawing of its kind: filled while its ring spreads, hollow afterwards. Their
 * labels cover neither one another nor what else is drawn.
 */
export function drawPackPlaces(context: CanvasRenderingContext2D, scene: Scene) {
  const taken = takenBoxes(scene)
  drawWaypoint(context, scene, taken)
  for (const ping of scene.overlays.pings) drawPing(context, scene, ping, taken)
}

const drawPing = (context: CanvasRenderingContext2D, scene: Scene, ping: Readonly<Ping>, taken: LabelBox[]) => {
  const { tokens, mapStyle, view, serverNow } = scene
  const at = toScreen(view.get(), ping)
  const colour = pingColour(ping.kind, tokens, mapStyle)
  const part = ringPart(ping, serverNow())
  if (part !== null) drawRings(context, scene, { at, part, colour })
  const disc = ring(at, pingDiscPx)
  strokeWithHalo(context, disc, { colour, halo: tokens.mapHalo, px: 2 })
  context.fillStyle = part === null ? tokens.mapHalo : colour
  context.fill(disc)
  drawGlyph(context, ping.kind, at, part === null ? colour : tokens.mapHalo)
  if (part !== null || pxPerUnit(view.get()) >= labelScale)
    drawLabel(context, tokens, {
      text: `${pingFaces[ping.kind].name} · ${ping.name}`,
      at,
      belowPx: 24,
      abovePx: 24,
      view: view.get(),
      taken,
    })
}

const drawGlyph = (context: CanvasRenderingContext2D, kind: PingKind, { x, y }: Point, colour: string) => {
  context.save()
  context.translate(x - 8, y - 8)
  context.scale(0.8, 0.8)
  context.strokeStyle = colour
  context.lineWidth = 2
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(glyphOf(kind))
  context.restore()
}

const labelPx = 13

interface Label {
  readonly text: string
  readonly at: Point
  /** Distances from the place to the middle of the label. */
  readonly belowPx: number
  readonly abovePx: number
  readonly view: Pick<Viewport, 'width' | 'height'>
  /** What it may not cover; its own rectangle is added. */
  readonly taken: LabelBox[]
}

/** Names, regions, controls, animals, and the pings and the flag themselves, as placed in this frame. */
const takenBoxes = (scene: Scene): LabelBox[] => {
  const { labels, placement, clearBoxes } = scene
  const { markers, clusters } = placement.current()
  return [
    ...labels.names(),
    ...labels.regions(),
    ...labels.events().map(boxOfText),
    ...clearBoxes(),
    ...[...markers, ...clusters].map((placed) => boxAround(placed, placed.radius)),
    ...packPlaceBoxes(scene),
    ...measurementBoxes(scene),
  ]
}

/** The rectangle of a label below its place, otherwise above or beside it, within the view; the first of these where none is free. */
export function boxOfLabel({ at, belowPx, abovePx, view, taken }: Omit<Label, 'text'>, width: number): LabelBox {
  const height = labelPx + 3
  const aside = width / 2 + pingDiscPx + 6
  const middles = [
    { x: at.x, y: at.y + belowPx },
    { x: at.x, y: at.y - abovePx },
    { x: at.x + aside, y: at.y },
    { x: at.x - aside, y: at.y },
  ]
  const boxes = middles.map(({ x, y }) => ({ x: x - width / 2, y: y - height / 2, width, height }))
  const inView = boxes.filter((box) => isInView(view, box))
  return inView.find((box) => !taken.some((other) => areOverlapping(box, other))) ?? inView[0] ?? (boxes[0] as LabelBox)
}

const drawLabel = (context: CanvasRenderingContext2D, tokens: Scene['tokens'], label: Label) => {
  const box = boxOfLabel(label, widthOfText(context, label.text, labelPx))
  label.taken.push(box)
  drawText(context, label.text, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, tokens, labelPx)
}

/** Interval between frames of a spreading ring, ms. */
const spreadMs = 16

/** How far a ping's ring has spread, 0 to 1; null when it has ended. */
export const ringPart = ({ at }: Pick<Ping, 'at'>, now: number): number | null => {
  // If the local clock is slow, the ping lies in its future.
  const part = Math.max(0, now - at) / pingRingMs
  return part < 1 ? part : null
}

/** Time until pings must be redrawn, ms; null if no ring is spreading. @param now epoch ms of the server */
export const pingRestMs = (pings: readonly Pick<Ping, 'at'>[], now: number): number | null =>
  pings.some((ping) => ringPart(ping, now) !== null) ? spreadMs : null

const flagAt = ({ x, y }: Point) => ({
  pole: new Path2D(`M${x} ${y} V${y - 28}`),
  cloth: new Path2D(`M${x} ${y - 28} L${x + 18} ${y - 22} L${x} ${y - 15} Z`),
})

/** Draws the waypoint as a flag, with a dashed line from the user's animal. */
function drawWaypoint(context: CanvasRenderingContext2D, scene: Scene, taken: LabelBox[]) {
  const { waypoint } = scene.overlays
  if (!waypoint) return
  const { tokens, mapStyle, metresPerUnit } = scene
  const view = scene.view.get()
  const at = toScreen(view, waypoint)
  const own = ownPlace(scene)
  if (own) drawWay(context, scene, toScreen(view, own), at)
  const { pole, cloth } = flagAt(at)
  const colour = tokens[mapStyle.teammateColor]
  strokeWithHalo(context, pole, { colour: tokens.mapInk, halo: tokens.mapHalo, px: 2.5 })
  strokeWithHalo(context, cloth, { colour, halo: tokens.mapHalo, px: 1.5 })
  context.fillStyle = colour
  context.fill(cloth)
  const distance = own ? ` ${distanceLabel(courseOf(own, waypoint, metresPerUnit).metres)}` : ''
  drawLabel(context, tokens, { text: `Waypoint${distance}`, at, belowPx: 12, abovePx: 40, view, taken })
}

const drawWay = (context: CanvasRenderingContext2D, { tokens }: Scene, from: Point, to: Point) => {
  const line = new Path2D()
  line.moveTo(from.x, from.y)
  line.lineTo(to.x, to.y)
  context.globalAlpha = 0.75
  strokeWithHalo(context, line, { colour: tokens.mapInk, halo: tokens.mapHalo, px: 1.5, dash: [8, 7] })
  context.globalAlpha = 1
}
