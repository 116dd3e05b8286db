import type { Ping } from '../../shared/features/packs/packLife.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { glyphScale } from './drawHerd.ts'
import { ringPart } from './pingRing.ts'
import type { Scene } from './scene.ts'
import { wantsStillness } from './stillness.ts'
import { pxPerUnit, toScreen } from './viewport.ts'
import { drawWords, strokeTwice } from './words.ts'

const ringPx = { least: 8, most: 52, still: 26 } as const

const diamond = ({ x, y }: Point) => new Path2D(`M${x} ${y - 8} L${x + 8} ${y} L${x} ${y + 8} L${x - 8} ${y} Z`)

const ring = ({ x, y }: Point, radius: number) => {
  const path = new Path2D()
  path.arc(x, y, radius, 0, 2 * Math.PI)
  return path
}

/** A ring that spreads once, with another behind it; where nothing may move, one that stands as long. */
const drawRings = (context: CanvasRenderingContext2D, { tokens, look }: Scene, at: Point, part: number) => {
  const pen = { colour: tokens[look.pingColor], halo: tokens.mapHalo, px: 3 }
  if (wantsStillness()) return strokeTwice(context, ring(at, ringPx.still), pen)
  for (const spread of [part, part - 0.25].filter((one) => one >= 0)) {
    context.globalAlpha = 1 - spread
    strokeTwice(context, ring(at, ringPx.least + (ringPx.most - ringPx.least) * Math.sqrt(spread)), pen)
  }
  context.globalAlpha = 1
}

const drawPing = (context: CanvasRenderingContext2D, scene: Scene, ping: Readonly<Ping>) => {
  const { tokens, look, view, serverNow } = scene
  const at = toScreen(view.get(), ping)
  const part = ringPart(ping, serverNow())
  if (part !== null) drawRings(context, scene, at, part)
  const mark = diamond(at)
  strokeTwice(context, mark, { colour: tokens[look.pingColor], halo: tokens.mapHalo, px: 2 })
  context.fillStyle = part === null ? tokens.mapHalo : tokens[look.pingColor]
  context.fill(mark)
  if (part !== null || pxPerUnit(view.get()) >= glyphScale)
    drawWords(context, ping.name, { x: at.x, y: at.y + 19 }, tokens, 13)
}

/** The places that members of the pack have pointed at: full while their ring spreads, hollow afterwards. */
export function drawPings(context: CanvasRenderingContext2D, scene: Scene) {
  for (const ping of scene.overlays.pings) drawPing(context, scene, ping)
}
