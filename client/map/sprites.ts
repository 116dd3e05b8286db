import type { Marker } from './herd.ts'
import { type Medium, markerStamp, stampName } from './markerStamp.ts'
import { blank, type Stamp } from './stamp.ts'

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

const mostTags = 1_000
const mostStamps = 100
/** What names are written in. */
export const tagFont = '600 13px "Source Sans 3 Variable", sans-serif'

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

/** The drawings of one mood and one look. */
export function createSprites(medium: Medium): Sprites {
  const stamps = keeper<Stamp>(mostStamps)
  const tags = keeper<NameTag>(mostTags)
  const stampOf = (far: boolean) =>
    finder((marker) => stamps(stampName(marker, far), () => markerStamp(marker, far, medium)))
  const [dot, glyph] = [stampOf(true), stampOf(false)]
  return {
    ratio: medium.ratio,
    stamp: (marker, far) => (far ? dot : glyph)(marker),
    nameTag: finder(({ label }) => tags(label, () => drawTag(label, medium))),
  }
}
