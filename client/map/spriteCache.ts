import type { Tokens } from '../themes/themes.ts'
import { cross, dots, outlines } from './glyphs.ts'
import type { Marker } from './markerLayer.ts'
import type { MapStyle } from './scene.ts'
import {
  animalPart,
  createCanvas,
  discPart,
  pennantPart,
  pointPart,
  renderSprite,
  ringPart,
  type Sprite,
  type SpritePart,
  silhouettePart,
} from './sprite.ts'

/** A name, drawn once; in device px. */
export interface NameTag {
  readonly picture: ImageBitmap
  readonly width: number
  readonly height: number
}

export interface SpriteCache {
  /** Device px per CSS px. */
  readonly ratio: number
  /** @param far so far away that an animal is a dot */
  spriteFor(marker: Marker, far: boolean): Sprite
  nameTag(marker: Marker): NameTag
}

const mostTags = 1_000
const mostStamps = 100
/** What names are written in. */
export const tagFont = '600 13px "Source Sans 3 Variable", sans-serif'

const measure = (name: string) => {
  const { context } = createCanvas(1, 1)
  context.font = tagFont
  return context.measureText(name).width
}

const drawTag = (name: string, { tokens, ratio }: SpriteStyle): NameTag => {
  const inner = Math.min(160, Math.ceil(measure(name)))
  const high = 20
  const [width, height] = [Math.ceil((inner + 6) * ratio), Math.ceil(high * ratio)]
  const { canvas, context } = createCanvas(width, height)
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
export function createSpriteCache(medium: SpriteStyle): SpriteCache {
  const stamps = keeper<Sprite>(mostStamps)
  const tags = keeper<NameTag>(mostTags)
  const stampOf = (far: boolean) =>
    finder((marker) => stamps(spriteKey(marker, far), () => markerSprite(marker, far, medium)))
  const [dot, glyph] = [stampOf(true), stampOf(false)]
  return {
    ratio: medium.ratio,
    spriteFor: (marker, far) => (far ? dot : glyph)(marker),
    nameTag: finder(({ label }) => tags(label, () => drawTag(label, medium))),
  }
}

/** What drawings are made with. */
export interface SpriteStyle {
  readonly tokens: Tokens
  readonly mapStyle: MapStyle
  /** Device px per CSS px. */
  readonly ratio: number
}

const glyphPx = 36
/** A hatchling is drawn at two thirds of an adult, and in between there are as many sizes as can be told apart. */
const youngPx = 24
const sizes = 6
const dotPx = 18
/** An animal that lies on a disc is smaller than one that walks free. */
const onDisc = 0.75

/** Around an animal near by, and around a dot, px from the middle. */
const ringPx = { near: 18, far: 10 } as const
const discPx = { near: 15, far: 9 } as const
/** What a point in front of the animal needs beyond that. */
const pointRoomPx = 12
/** The pennant of a leader needs more: it waves beyond the ring. */
const pennantRoomPx = 20

const sizeFor = (growth: number) =>
  youngPx + (Math.round(Math.min(1, growth / 100) * sizes) * (glyphPx - youngPx)) / sizes

/** What an animal is drawn as: its shape from above, from afar a dot by what it eats, a cross when it is dead. */
const outlineOf = ({ kind, form, growth, dead }: Marker, far: boolean) => {
  if (dead) return { path: cross, box: 14, size: dotPx, full: dotPx, turns: false, kind: 'unknown' as const }
  // From afar only the shape of a hunter has a front.
  if (far) return { path: dots[kind], box: 14, size: dotPx, full: dotPx, turns: kind === 'carnivore', kind }
  return { path: outlines[form], box: 32, size: sizeFor(growth), full: glyphPx, turns: true, kind }
}

/** Everything by which two drawings differ. */
const spriteKey = ({ relation, leads, kind, form, growth, dead }: Marker, far: boolean): string =>
  `${relation} ${leads} ${far} ${dead ? 'dead' : `${kind} ${form} ${far ? '' : sizeFor(growth)}`}`

const frameParts = (
  marker: Marker,
  far: boolean,
  { tokens, mapStyle }: SpriteStyle,
): { room: number; parts: SpritePart[] } => {
  const { relation, leads, dead } = marker
  const own = relation === 'own'
  const colour = { own: tokens[mapStyle.playerColor], pack: tokens[mapStyle.teammateColor], other: tokens.mapInk }[
    relation
  ]
  const radius = (own ? discPx : ringPx)[far ? 'far' : 'near']
  const points = mapStyle.showDirectionArrows && !dead
  const parts = [
    ...(points ? [pointPart(radius + (relation === 'other' ? 0 : 4), colour, tokens.mapHalo)] : []),
    ...(own ? [discPart(radius, colour, tokens.mapHalo)] : []),
    ...(relation === 'pack' ? [ringPart(radius, colour, tokens.mapHalo)] : []),
    ...(leads ? [pennantPart(radius, colour, tokens.mapHalo)] : []),
  ]
  const room = parts.length === 0 ? 0 : 2 * (radius + (leads ? pennantRoomPx : pointRoomPx))
  return { room, parts }
}

/** @param far so far away that an animal is a dot */
function markerSprite(marker: Marker, far: boolean, medium: SpriteStyle): Sprite {
  const { tokens, ratio } = medium
  const { kind, ...outline } = outlineOf(marker, far)
  const { room, parts } = frameParts(marker, far, medium)
  const animal =
    marker.relation === 'own'
      ? silhouettePart({ ...outline, size: outline.size * onDisc }, tokens.mapHalo)
      : animalPart(outline, kind, tokens)
  return renderSprite(Math.max(room, outline.size), [...parts, animal], ratio)
}
