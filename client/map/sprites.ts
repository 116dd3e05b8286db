import { cross, dots, outlines } from './forms.ts'
import type { Marker } from './herd.ts'
import { blank, createStamp, type Medium, type Stamp } from './stamp.ts'

/** A name, drawn once; in device px. */
export interface NameTag {
  readonly picture: ImageBitmap
  readonly width: number
  readonly height: number
}

export interface Sprites {
  /** Device px per CSS px. */
  readonly ratio: number
  /** @param far so far away that an animal is a dot */
  stamp(marker: Marker, far: boolean): Stamp
  nameTag(marker: Marker): NameTag
}

const glyphPx = 36
/** A hatchling is drawn at two thirds of an adult, and in between there are as many sizes as can be told apart. */
const youngPx = 24
const sizes = 6
const dotPx = 18
const mostTags = 1_000
const mostStamps = 100
const tagFont = '600 13px "Source Sans 3 Variable", sans-serif'

const sizeFor = (growth: number) =>
  youngPx + (Math.round(Math.min(1, growth / 100) * sizes) * (glyphPx - youngPx)) / sizes

const measure = (name: string) => {
  const { context } = blank(1, 1)
  context.font = tagFont
  return context.measureText(name).width
}

const drawTag = (name: string, { tokens, ratio }: Medium): NameTag => {
  const inner = Math.min(160, Math.ceil(measure(name)))
  const high = 20
  const [width, height] = [Math.ceil((inner + 6) * ratio), Math.ceil(high * ratio)]
  const { canvas, context } = blank(width, height)
  context.scale(ratio, ratio)
  context.font = tagFont
  context.textBaseline = 'middle'
  context.strokeStyle = tokens.mapHalo
  context.lineWidth = 3.5
  context.strokeText(name, 3, high / 2, inner)
  context.fillStyle = tokens.mapInk
  context.fillText(name, 3, high / 2, inner)
  return { picture: canvas.transferToImageBitmap(), width, height }
}

const drawDead = (medium: Medium) =>
  createStamp({ path: cross, box: 14, size: dotPx, kind: 'unknown', turns: false }, dotPx, medium)

/** From afar only the shape of a hunter has a front. */
const drawDot = ({ kind }: Marker, medium: Medium) =>
  createStamp({ path: dots[kind], box: 14, size: dotPx, kind, turns: kind === 'carnivore' }, dotPx, medium)

const drawGlyph = ({ kind, form, growth }: Marker, medium: Medium) =>
  createStamp({ path: outlines[form], box: 32, size: sizeFor(growth), kind, turns: true }, glyphPx, medium)

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

/** Remembers what was found for a marker, so that no frame looks it up by words. */
const finder = <Found>(find: (marker: Marker) => Found) => {
  const found = new WeakMap<Marker, Found>()
  return (marker: Marker): Found => {
    const known = found.get(marker)
    if (known) return known
    const first = find(marker)
    found.set(marker, first)
    return first
  }
}

/** The drawings of one mood. @param ratio device px per CSS px */
export function createSprites(tokens: Medium['tokens'], ratio: number): Sprites {
  const stamps = keeper<Stamp>(mostStamps)
  const tags = keeper<NameTag>(mostTags)
  const medium = { tokens, ratio }
  const dead = () => stamps('dead', () => drawDead(medium))
  const dot = finder((marker) => (marker.dead ? dead() : stamps(marker.kind, () => drawDot(marker, medium))))
  const glyph = finder((marker) => {
    if (marker.dead) return dead()
    const name = `${marker.kind} ${marker.form} ${sizeFor(marker.growth)}`
    return stamps(name, () => drawGlyph(marker, medium))
  })
  return {
    ratio,
    stamp: (marker, far) => (far ? dot : glyph)(marker),
    nameTag: finder(({ name }) => tags(name, () => drawTag(name, medium))),
  }
}
