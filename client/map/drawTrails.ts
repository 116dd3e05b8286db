import { type TrailPoint, trailKeptMs } from '../../shared/features/trails/queries.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { relationColour } from './mapStyle.ts'
import type { Relation } from './markerLayer.ts'
import type { Trail } from './overlays.ts'
import type { Scene } from './scene.ts'
import { pxPerUnit, toScreen, type Viewport } from './viewport.ts'

/** Limits up to which a trail is connected to its animal's current position. */
const joinedWithinMs = 20_000
const joinedWithinMetres = 300

/** The own trail is solid, others are dotted: a difference other than colour. */
const dashOf = (relation: Relation) => (relation === 'own' ? [] : [0.1, 6])
const widthOf = (relation: Relation) => (relation === 'own' ? 3 : 3.5)

const lineThrough = (view: Viewport, places: readonly Point[]): Path2D => {
  const path = new Path2D()
  places.forEach((place, index) => {
    const { x, y } = toScreen(view, place)
    if (index === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  })
  return path
}

const drawLine = (context: CanvasRenderingContext2D, scene: Scene, relation: Relation, path: Path2D, alpha: number) => {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.setLineDash(dashOf(relation))
  context.globalAlpha = alpha * 0.8
  context.strokeStyle = scene.tokens.mapHalo
  context.lineWidth = widthOf(relation) + 2.5
  context.stroke(path)
  context.globalAlpha = alpha
  context.strokeStyle = relationColour(relation, scene.mapStyle, scene.tokens)
  context.lineWidth = widthOf(relation)
  context.stroke(path)
  context.setLineDash([])
  context.globalAlpha = 1
}

/** Draws trails, on the layer that is redrawn rarely. */
export function drawTrails(context: CanvasRenderingContext2D, scene: Scene) {
  const { trails } = scene.overlays
  if (trails.length === 0) return
  const view = scene.view.get()
  const now = scene.serverNow()
  for (const { relation, segments } of trails)
    for (const run of segments.flatMap((segment) => bandRuns(segment, now))) {
      const path = lineThrough(
        view,
        run.places.map(([, x, y]) => ({ x, y })),
      )
      drawLine(context, scene, relation, path, bandAlpha(run.band))
    }
}

/** A shorter line is hidden below its animal, px. Browsers do not agree whether a line without length is a dot. */
const shortestPx = 1

/** Draws the line from the end of each trail to its animal's current position. */
export function drawTrailEnds(context: CanvasRenderingContext2D, scene: Scene, now: number) {
  const view = scene.view.get()
  for (const trail of scene.overlays.trails) {
    const place = endOf(scene, trail, now)
    const last = trail.segments.at(-1)?.at(-1)
    if (!place || !last) continue
    const end = { x: last[1], y: last[2] }
    if (Math.hypot(place.x - end.x, place.y - end.y) * pxPerUnit(view) < shortestPx) continue
    const path = lineThrough(view, [end, place])
    drawLine(context, scene, trail.relation, path, bandAlpha(0))
  }
}

const endOf = (
  { markerLayer, serverNow, metresPerUnit }: Scene,
  { id, segments }: Trail,
  now: number,
): Point | null => {
  const marker = markerLayer.find(id)
  const last = segments.at(-1)?.at(-1)
  const place = marker && markerLayer.at(marker, now)
  if (!place || !last || serverNow() - last[0] > joinedWithinMs) return null
  return Math.hypot(place.x - last[1], place.y - last[2]) * metresPerUnit > joinedWithinMetres ? null : place
}

/** Number of opacity bands of a trail; each needs one stroke. */
export const bandCount = 6

/** The band of a time: 0 for the newest, `bandCount - 1` for the oldest. @param now epoch ms of the server */
export const bandOf = (at: number, now: number): number =>
  Math.min(bandCount - 1, Math.max(0, Math.floor(((now - at) / trailKeptMs) * bandCount)))

/** The opacity of a band. */
export const bandAlpha = (band: number): number => 0.95 - (0.75 * band) / (bandCount - 1)

interface BandRun {
  readonly band: number
  /** Consecutive places; neighbouring runs share the place where they meet. */
  readonly places: readonly TrailPoint[]
}

/** Splits a segment of a trail into runs of one band each, without gaps. A single place gives no run. */
export function bandRuns(segment: readonly TrailPoint[], now: number): BandRun[] {
  const runs: { band: number; places: TrailPoint[] }[] = []
  for (let index = 1; index < segment.length; index++) {
    const [from, to] = [segment[index - 1], segment[index]]
    if (!from || !to) continue
    const band = bandOf(to[0], now)
    const last = runs.at(-1)
    if (last?.band === band) last.places.push(to)
    else runs.push({ band, places: [from, to] })
  }
  return runs
}
