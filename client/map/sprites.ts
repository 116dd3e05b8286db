import type { Tokens } from '../themes/moods.ts'
import { cross, dots, type Form, hollowKinds, type Kind, outlines } from './forms.ts'

/** A drawing that was made once and is only put down from then on. Sizes in CSS px. */
export interface Sprite {
  readonly picture: HTMLCanvasElement
  readonly size: number
}

/** A name, drawn once; `width` and `height` in CSS px. */
export interface NameTag {
  readonly picture: HTMLCanvasElement
  readonly width: number
  readonly height: number
}

export interface Sprites {
  glyph(kind: Kind, form: Form): Sprite
  dot(kind: Kind): Sprite
  dead(): Sprite
  nameTag(name: string): NameTag
}

const glyphPx = 36
const dotPx = 18
/** One stroke weight for all that is drawn. */
const strokePx = 1.5
const mostTags = 1_000

const blank = (width: number, height: number, ratio: number) => {
  const picture = document.createElement('canvas')
  picture.width = Math.ceil(width * ratio)
  picture.height = Math.ceil(height * ratio)
  const context = picture.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw the map on.')
  context.scale(ratio, ratio)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  return { picture, context }
}

interface Medium {
  readonly tokens: Tokens
  readonly ratio: number
}

/** @param box the width of the box that the path was drawn in */
const stamp = (path: string, size: number, box: number, kind: Kind, { tokens, ratio }: Medium): Sprite => {
  const { picture, context } = blank(size, size, ratio)
  const colour = tokens[kind]
  const isHollow = hollowKinds.has(kind)
  const scale = (size - 8) / box
  context.translate(size / 2, size / 2)
  context.scale(scale, scale)
  const shape = new Path2D(path)
  context.strokeStyle = tokens.mapHalo
  context.lineWidth = (strokePx * 3.5) / scale
  context.stroke(shape)
  context.strokeStyle = colour
  context.fillStyle = isHollow ? tokens.mapHalo : colour
  context.lineWidth = (isHollow ? strokePx * 1.5 : strokePx) / scale
  context.fill(shape)
  context.stroke(shape)
  return { picture, size }
}

const tagFont = '600 13px "Source Sans 3 Variable", sans-serif'

const drawTag = (name: string, { tokens, ratio }: Medium): NameTag => {
  const measure = blank(1, 1, 1).context
  measure.font = tagFont
  const width = Math.min(160, Math.ceil(measure.measureText(name).width)) + 6
  const height = 20
  const { picture, context } = blank(width, height, ratio)
  context.font = tagFont
  context.textBaseline = 'middle'
  context.strokeStyle = tokens.mapHalo
  context.lineWidth = 3.5
  context.strokeText(name, 3, height / 2, width - 6)
  context.fillStyle = tokens.mapInk
  context.fillText(name, 3, height / 2, width - 6)
  return { picture, width, height }
}

/** Remembers what was drawn under a name. */
const keeper = <Drawing>(most: number) => {
  const kept = new Map<string, Drawing>()
  return (name: string, draw: () => Drawing): Drawing => {
    const known = kept.get(name)
    if (known) return known
    if (kept.size >= most) kept.clear()
    const drawn = draw()
    kept.set(name, drawn)
    return drawn
  }
}

/** The drawings of one mood. @param ratio device px per CSS px */
export function createSprites(tokens: Tokens, ratio: number): Sprites {
  const stamps = keeper<Sprite>(100)
  const tags = keeper<NameTag>(mostTags)
  const medium = { tokens, ratio }
  return {
    glyph: (kind, form) => stamps(`${kind} ${form}`, () => stamp(outlines[form], glyphPx, 32, kind, medium)),
    dot: (kind) => stamps(kind, () => stamp(dots[kind], dotPx, 14, kind, medium)),
    dead: () => stamps('dead', () => stamp(cross, dotPx, 14, 'unknown', medium)),
    nameTag: (name) => tags(name, () => drawTag(name, medium)),
  }
}
