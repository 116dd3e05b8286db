import type { Tokens } from '../themes/themes.ts'
import { type AnimalKind, hollowKinds } from './glyphs.ts'

/** A pre-rendered drawing, one copy per heading step side by side. */
export interface Sprite {
  readonly picture: ImageBitmap
  /** Side of one copy, device px. */
  readonly side: number
  /** False for a drawing without heading: it has one copy. */
  readonly turns: boolean
}

type Brush = OffscreenCanvasRenderingContext2D

/** A part of a drawing, in CSS px around 0, 0. */
export interface SpritePart {
  /** Whether it rotates with the animal; it is drawn facing north. */
  readonly turns: boolean
  draw(brush: Brush): void
}

/** @param width and `height` in device px */
export const createCanvas = (width: number, height: number) => {
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser provides no canvas for the map.')
  context.lineJoin = 'round'
  context.lineCap = 'round'
  return { canvas, context }
}

/** @param size of the whole drawing, CSS px @param parts from bottom to top @param ratio device px per CSS px */
export function renderSprite(size: number, parts: readonly SpritePart[], ratio: number): Sprite {
  const turns = parts.some((part) => part.turns)
  const side = Math.ceil(size * ratio)
  const count = turns ? headingSteps : 1
  const { canvas, context } = createCanvas(side * count, side)
  for (let step = 0; step < count; step++)
    for (const part of parts) {
      context.setTransform(ratio, 0, 0, ratio, (step + 0.5) * side, side / 2)
      if (part.turns) context.rotate((step / count) * 2 * Math.PI)
      part.draw(context)
    }
  return { picture: canvas.transferToImageBitmap(), side, turns }
}

/** Number of pre-rendered headings: rotating a sprite for each frame would dominate the drawing cost. */
export const headingSteps = 48
export const stepDegrees = 360 / headingSteps

/** The step nearest to a heading. @param heading degrees, 0 to 360 */
export const headingStep = (heading: number): number => Math.round(heading / stepDegrees) % headingSteps

/** Stroke width of all sprites, px. */
const strokePx = 1.5

interface Outline {
  readonly path: string
  /** Side of the box in which the path is defined, centred on 0, 0. */
  readonly box: number
  /** Drawn size, CSS px. */
  readonly size: number
  /** The size at which strokes have their nominal width; smaller drawings have finer strokes. */
  readonly full: number
  readonly turns: boolean
}

const scaleOf = ({ box, full }: Outline) => (full - 8) / box

const shrink = (brush: Brush, outline: Outline) => {
  const shrunk = (scaleOf(outline) * outline.size) / outline.full
  brush.scale(shrunk, shrunk)
}

/** An animal in the colour of its diet, with a halo. */
export function animalPart(outline: Outline, kind: AnimalKind, tokens: Tokens): SpritePart {
  const shape = new Path2D(outline.path)
  const scale = scaleOf(outline)
  const isHollow = hollowKinds.has(kind)
  return {
    turns: outline.turns,
    draw(brush) {
      shrink(brush, outline)
      brush.strokeStyle = tokens.mapHalo
      brush.lineWidth = (strokePx * 3.5) / scale
      brush.stroke(shape)
      brush.strokeStyle = tokens[kind]
      brush.fillStyle = isHollow ? tokens.mapHalo : tokens[kind]
      brush.lineWidth = (isHollow ? strokePx * 1.5 : strokePx) / scale
      brush.fill(shape)
      brush.stroke(shape)
    },
  }
}

/** An animal in one colour, drawn on a disc. */
export function silhouettePart(outline: Outline, colour: string): SpritePart {
  const shape = new Path2D(outline.path)
  return {
    turns: outline.turns,
    draw(brush) {
      shrink(brush, outline)
      brush.fillStyle = colour
      brush.strokeStyle = colour
      brush.lineWidth = strokePx / scaleOf(outline)
      brush.fill(shape)
      brush.stroke(shape)
    },
  }
}

const haloPx = 2

const strokeBoth = (brush: Brush, shape: Path2D, px: number, colour: string, halo: string) => {
  brush.strokeStyle = halo
  brush.lineWidth = px + 2 * haloPx
  brush.stroke(shape)
  brush.strokeStyle = colour
  brush.lineWidth = px
  brush.stroke(shape)
}

/** The ring around a pack member's animal. */
export function ringPart(radius: number, colour: string, halo: string): SpritePart {
  const shape = new Path2D()
  shape.arc(0, 0, radius, 0, 2 * Math.PI)
  return { turns: false, draw: (brush) => strokeBoth(brush, shape, 2.5, colour, halo) }
}

/** The ring around a friend's animal, in dashes: it differs from the pack's by more than its colour. */
export function dashedRingPart(radius: number, colour: string, halo: string): SpritePart {
  const shape = new Path2D()
  const step = (2 * Math.PI) / dashes
  for (let dash = 0; dash < dashes; dash += 1) {
    const from = dash * step
    shape.moveTo(radius * Math.cos(from), radius * Math.sin(from))
    shape.arc(0, 0, radius, from, from + step * 0.6)
  }
  return { turns: false, draw: (brush) => strokeBoth(brush, shape, 2.5, colour, halo) }
}
const dashes = 8

/** The disc under the user's animal. */
export function discPart(radius: number, colour: string, halo: string): SpritePart {
  const shape = new Path2D()
  shape.arc(0, 0, radius, 0, 2 * Math.PI)
  return {
    turns: false,
    draw(brush) {
      strokeBoth(brush, shape, 3, colour, halo)
      brush.fillStyle = colour
      brush.fill(shape)
    },
  }
}

/** A heading arrow in front of an animal. @param from distance from the middle, px */
export function arrowPart(from: number, colour: string, halo: string): SpritePart {
  const shape = new Path2D(`M0 ${-from - 6} L4.5 ${-from} L-4.5 ${-from} Z`)
  return {
    turns: true,
    draw(brush) {
      strokeBoth(brush, shape, 1.5, colour, halo)
      brush.fillStyle = colour
      brush.fill(shape)
    },
  }
}

/** The pennant of the pack leader, at the upper right. @param away distance from the middle, px */
export function pennantPart(away: number, colour: string, halo: string): SpritePart {
  const [x, y] = [away * Math.SQRT1_2, -away * Math.SQRT1_2]
  const shape = new Path2D(`M${x} ${y + 6} V${y - 8} L${x + 9} ${y - 5} L${x} ${y - 2}`)
  return {
    turns: false,
    draw(brush) {
      strokeBoth(brush, shape, 1.5, colour, halo)
      brush.fillStyle = colour
      brush.fill(shape)
    },
  }
}
