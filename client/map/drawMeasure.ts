import type { Point } from '../../shared/features/world/frame.ts'
import { courseOf, courseWords } from './course.ts'
import type { Scene } from './scene.ts'
import { toScreen, type Viewport } from './viewport.ts'
import { drawWords, strokeTwice } from './words.ts'

/** The words of a long way stay in sight, this far from the rim of the view. */
const marginPx = { x: 90, y: 32 } as const

const between = (least: number, wanted: number, most: number) => Math.max(least, Math.min(most, wanted))

/** Beside the middle of the way, and never outside the view. */
const besideMiddle = ({ width, height }: Viewport, from: Point, to: Point): Point => ({
  x: between(marginPx.x, (from.x + to.x) / 2, width - marginPx.x),
  y: between(marginPx.y, (from.y + to.y) / 2 - 16, height - marginPx.y),
})

const knot = ({ x, y }: Point) => {
  const path = new Path2D()
  path.arc(x, y, 5, 0, 2 * Math.PI)
  return path
}

/** A way that is measured: a line from place to place, its length, and where it leads. */
export function drawMeasure(context: CanvasRenderingContext2D, { view, overlays, tokens, metresPerUnit }: Scene) {
  const { measure } = overlays
  if (!measure) return
  const pen = { colour: tokens.mapInk, halo: tokens.mapHalo, px: 2 }
  const from = toScreen(view.get(), measure.from)
  if (measure.to) {
    const to = toScreen(view.get(), measure.to)
    const line = new Path2D()
    line.moveTo(from.x, from.y)
    line.lineTo(to.x, to.y)
    strokeTwice(context, line, pen)
    strokeTwice(context, knot(to), pen)
    const words = courseWords(courseOf(measure.from, measure.to, metresPerUnit))
    drawWords(context, words, besideMiddle(view.get(), from, to), tokens, 15)
  }
  strokeTwice(context, knot(from), pen)
}
