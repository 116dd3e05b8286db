import type { Point } from '../../shared/features/world/frame.ts'
import { courseOf, distanceWords } from './course.ts'
import { ownPlace } from './landmarks.ts'
import type { Scene } from './scene.ts'
import { toScreen } from './viewport.ts'
import { drawWords, strokeTwice } from './words.ts'

const flagAt = ({ x, y }: Point) => ({
  pole: new Path2D(`M${x} ${y} V${y - 28}`),
  cloth: new Path2D(`M${x} ${y - 28} L${x + 18} ${y - 22} L${x} ${y - 15} Z`),
})

/** Where the pack is to go: a flag, and a line of dashes from one's own animal to it. */
export function drawWaypoint(context: CanvasRenderingContext2D, scene: Scene) {
  const { waypoint } = scene.overlays
  if (!waypoint) return
  const { tokens, look, metresPerUnit } = scene
  const view = scene.view.get()
  const at = toScreen(view, waypoint)
  const own = ownPlace(scene)
  if (own) drawWay(context, scene, toScreen(view, own), at)
  const { pole, cloth } = flagAt(at)
  const colour = tokens[look.teammateColor]
  strokeTwice(context, pole, { colour: tokens.mapInk, halo: tokens.mapHalo, px: 2.5 })
  strokeTwice(context, cloth, { colour, halo: tokens.mapHalo, px: 1.5 })
  context.fillStyle = colour
  context.fill(cloth)
  const distance = own ? ` ${distanceWords(courseOf(own, waypoint, metresPerUnit).metres)}` : ''
  drawWords(context, `Waypoint${distance}`, { x: at.x, y: at.y + 12 }, tokens, 13)
}

const drawWay = (context: CanvasRenderingContext2D, { tokens }: Scene, from: Point, to: Point) => {
  const line = new Path2D()
  line.moveTo(from.x, from.y)
  line.lineTo(to.x, to.y)
  context.globalAlpha = 0.75
  strokeTwice(context, line, { colour: tokens.mapInk, halo: tokens.mapHalo, px: 1.5, dash: [8, 7] })
  context.globalAlpha = 1
}
