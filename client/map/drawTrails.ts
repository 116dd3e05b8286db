import type { Point } from '../../shared/features/world/frame.ts'
import type { Tokens } from '../themes/moods.ts'
import type { Relation } from './herd.ts'
import type { MapLook } from './look.ts'
import type { Trail } from './overlays.ts'
import type { Scene } from './scene.ts'
import { bandAlpha, bandRuns } from './trailBands.ts'
import { toScreen, type Viewport } from './viewport.ts'

/** What is joined to its animal: a trail that ends longer ago or further off has lost it. */
const joinedWithinMs = 20_000
const joinedWithinMetres = 300

export const relationColour = (relation: Relation, look: MapLook, tokens: Tokens): string =>
  ({ own: tokens[look.playerColor], pack: tokens[look.teammateColor], other: tokens.mapInk })[relation]

/** One's own is a full line; the others' are dots, so that they are told apart by more than colour. */
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
  context.strokeStyle = relationColour(relation, scene.look, scene.tokens)
  context.lineWidth = widthOf(relation)
  context.stroke(path)
  context.setLineDash([])
  context.globalAlpha = 1
}

/** The ways that animals came: on the slow layer, since they do not move. */
export function drawTrails(context: CanvasRenderingContext2D, scene: Scene) {
  const { trails } = scene.overlays
  if (trails.length === 0) return
  const view = scene.view.get()
  const now = scene.serverNow()
  for (const { relation, pieces } of trails)
    for (const run of pieces.flatMap((piece) => bandRuns(piece, now))) {
      const path = lineThrough(
        view,
        run.places.map(([, x, y]) => ({ x, y })),
      )
      drawLine(context, scene, relation, path, bandAlpha(run.band))
    }
}

/** From where a trail was last told to where its animal is now: it walks on before anybody asks for its trail again. */
export function drawTrailEnds(context: CanvasRenderingContext2D, scene: Scene, now: number) {
  for (const trail of scene.overlays.trails) {
    const place = endOf(scene, trail, now)
    const last = trail.pieces.at(-1)?.at(-1)
    if (!place || !last) continue
    const path = lineThrough(scene.view.get(), [{ x: last[1], y: last[2] }, place])
    drawLine(context, scene, trail.relation, path, bandAlpha(0))
  }
}

const endOf = ({ herd, serverNow, metresPerUnit }: Scene, { id, pieces }: Trail, now: number): Point | null => {
  const marker = herd.find(id)
  const last = pieces.at(-1)?.at(-1)
  const place = marker && herd.at(marker, now)
  if (!place || !last || serverNow() - last[0] > joinedWithinMs) return null
  return Math.hypot(place.x - last[1], place.y - last[2]) * metresPerUnit > joinedWithinMetres ? null : place
}
