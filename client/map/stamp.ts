import { headingSteps } from './headingStep.ts'

/** A drawing that was made once and is only put down from then on, turned by every step, side by side. */
export interface Stamp {
  readonly picture: ImageBitmap
  /** Of one drawing, in device px. */
  readonly side: number
  /** False for what looks nowhere: it is drawn once. */
  readonly turns: boolean
}

export type Brush = OffscreenCanvasRenderingContext2D

/** A piece of a drawing, in CSS px around 0, 0. */
export interface Part {
  /** Whether it turns with the animal; what it draws then looks north. */
  readonly turns: boolean
  draw(brush: Brush): void
}

/** @param width and `height` in device px */
export const blank = (width: number, height: number) => {
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw the map on.')
  context.lineJoin = 'round'
  context.lineCap = 'round'
  return { canvas, context }
}

/** @param size of the whole drawing, CSS px @param parts from the lowest to the uppermost @param ratio device px per CSS px */
export function createStamp(size: number, parts: readonly Part[], ratio: number): Stamp {
  const turns = parts.some((part) => part.turns)
  const side = Math.ceil(size * ratio)
  const count = turns ? headingSteps : 1
  const { canvas, context } = blank(side * count, side)
  for (let step = 0; step < count; step++)
    for (const part of parts) {
      context.setTransform(ratio, 0, 0, ratio, (step + 0.5) * side, side / 2)
      if (part.turns) context.rotate((step / count) * 2 * Math.PI)
      part.draw(context)
    }
  return { picture: canvas.transferToImageBitmap(), side, turns }
}
