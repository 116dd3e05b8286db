import type { Tokens } from '../themes/moods.ts'
import { hollowKinds, type Kind } from './forms.ts'
import { headingSteps } from './headingStep.ts'

/** A drawing that was made once and is only put down from then on, turned by every step, side by side. */
export interface Stamp {
  readonly picture: ImageBitmap
  /** Of one drawing, in device px. */
  readonly side: number
  /** False for what looks nowhere: it is drawn once. */
  readonly turns: boolean
}

/** What drawings are made with. */
export interface Medium {
  readonly tokens: Tokens
  /** Device px per CSS px. */
  readonly ratio: number
}

/** What is drawn, in a box `box` wide around 0, 0, to be put down `size` CSS px large. */
interface Motif {
  readonly path: string
  readonly box: number
  readonly size: number
  readonly kind: Kind
  readonly turns: boolean
}

/** One stroke weight for all that is drawn. */
const strokePx = 1.5

/** @param width and `height` in device px */
export const blank = (width: number, height: number) => {
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw the map on.')
  context.lineJoin = 'round'
  context.lineCap = 'round'
  return { canvas, context }
}

const drawShape = (
  context: OffscreenCanvasRenderingContext2D,
  shape: Path2D,
  scale: number,
  kind: Kind,
  tokens: Tokens,
) => {
  const isHollow = hollowKinds.has(kind)
  context.strokeStyle = tokens.mapHalo
  context.lineWidth = (strokePx * 3.5) / scale
  context.stroke(shape)
  context.strokeStyle = tokens[kind]
  context.fillStyle = isHollow ? tokens.mapHalo : tokens[kind]
  context.lineWidth = (isHollow ? strokePx * 1.5 : strokePx) / scale
  context.fill(shape)
  context.stroke(shape)
}

/** @param full the size in CSS px at which strokes have their own weight: what is put down smaller is finer too */
export function createStamp({ path, box, size, kind, turns }: Motif, full: number, { tokens, ratio }: Medium): Stamp {
  const side = Math.ceil(size * ratio)
  const count = turns ? headingSteps : 1
  const { canvas, context } = blank(side * count, side)
  const shape = new Path2D(path)
  const scale = (full - 8) / box
  const shrunk = (scale * ratio * size) / full
  for (let step = 0; step < count; step++) {
    context.setTransform(1, 0, 0, 1, (step + 0.5) * side, side / 2)
    context.rotate((step / count) * 2 * Math.PI)
    context.scale(shrunk, shrunk)
    drawShape(context, shape, scale, kind, tokens)
  }
  return { picture: canvas.transferToImageBitmap(), side, turns }
}
