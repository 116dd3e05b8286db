import type { Point } from '../../shared/features/world/frame.ts'
import type { Tokens } from '../themes/themes.ts'

const fontOf = (size: number) => `600 ${size}px "Source Sans 3 Variable", sans-serif`

/** The width that `drawText` needs, px. */
export function widthOfText(context: CanvasRenderingContext2D, text: string, size: number): number {
  context.font = fontOf(size)
  return context.measureText(text).width
}

/** Draws text with a halo, readable on land and water. @param at its middle, px */
export function drawText(context: CanvasRenderingContext2D, text: string, at: Point, tokens: Tokens, size = 14) {
  context.font = fontOf(size)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 4
  context.strokeStyle = tokens.mapHalo
  context.fillStyle = tokens.mapInk
  context.strokeText(text, at.x, at.y)
  context.fillText(text, at.x, at.y)
}

interface Stroke {
  readonly colour: string
  readonly halo: string
  readonly px: number
  readonly dash?: readonly number[]
}

/** Strokes a path with a halo, visible on land and water. */
export function strokeWithHalo(
  context: CanvasRenderingContext2D,
  path: Path2D,
  { colour, halo, px, dash = [] }: Stroke,
) {
  context.lineJoin = 'round'
  context.lineCap = dash.length === 0 ? 'round' : 'butt'
  context.setLineDash([])
  context.strokeStyle = halo
  context.lineWidth = px + 3
  context.stroke(path)
  context.setLineDash([...dash])
  context.strokeStyle = colour
  context.lineWidth = px
  context.stroke(path)
  context.setLineDash([])
}
