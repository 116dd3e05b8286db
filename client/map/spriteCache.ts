import type { Tokens } from '../themes/themes.ts'
import { cross, dots, outlines } from './glyphs.ts'
import type { Marker } from './markerLayer.ts'
import type { MapStyle } from './scene.ts'
import {
  animalPart,
  arrowPart,
  createCanvas,
  discPart,
  pennantPart,
  renderSprite,
  ringPart,
  type Sprite,
  type SpritePart,
  silhouettePart,
} from './sprite.ts'

/** A pre-rendered name; sizes in device px. */
export interface NameTag {
  readonly picture: ImageBitmap
  readonly width: number
  readonly height: number
}

export interface SpriteCache {
  /** Device px per CSS px. */
  readonly ratio: number
  /** @param far whether the zoom is low, so that an animal is a symbol */
  spriteFor(marker: Marker, far: boolean): Sprite
  nameTag(marker: Marker): NameTag
}

const maxTags = 1_000
const maxSprites = 100
/** The font of names. */
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

/** A cache by string key, cleared when full. */
const createCache = <Drawing>(most: number) => {
  const cached = new Map<string, Drawing>()
  return (name: string, draw: () => Drawing): Drawing => {
    const known = cached.get(name)
    if (known) return known
    if (cached.size >= most) cached.clear()
    const drawn = draw()
    cached.set(name, drawn)
    return drawn
  }
}

/** A cache by marker object, so that no frame builds a string key. */
const memoizeByMarker = <Found>(find: (marker: Marker) => Found) => {
  const found = new WeakMap<Marker, Found>()
  return (marker: Marker): Found => {
    const known = found.get(marker)
    if (known) return known
    const first = find(marker)
    found.set(marker, first)
    return first
  }
}

/** The sprites of one theme and map style. */
export function createSpriteCache(style: SpriteStyle): SpriteCache {
  const sprites = createCache<Sprite>(maxSprites)
  const tags = createCache<NameTag>(maxTags)
  const spriteBy = (far: boolean) =>
    memoizeByMarker((marker) => sprites(spriteKey(marker, far), () => markerSprite(marker, far, style)))
  const [dot, glyph] = [spriteBy(true), spriteBy(false)]
  return {
    ratio: style.ratio,
    spriteFor: (marker, far) => (far ? dot : glyph)(marker),
    nameTag: memoizeByMarker(({ label }) => tags(label, () => drawTag(label, style))),
  }
}

/** What determines the look of all sprites. */
export interface SpriteStyle {
  readonly tokens: Tokens
  readonly mapStyle: MapStyle
  /** Device px per CSS px. */
  readonly ratio: number
}

const glyphPx = 36
/** A hatchling has two thirds of an adult's size; sizes in between are rounded to visible steps. */
const youngPx = 24
const sizes = 6
const dotPx = 18
/** An animal on a disc is smaller than one without. */
const onDisc = 0.75

/** Radius around an animal (near) and a symbol (far), px. */
const ringPx = { near: 18, far: 10 } as const
const discPx = { near: 15, far: 9 } as const
/** Additional space for a heading arrow. */
const pointRoomPx = 12
/** Additional space for the leader's pennant, which extends beyond the ring. */
const pennantRoomPx = 20

const sizeFor = (growth: number) =>
  youngPx + (Math.round(Math.min(1, growth / 100) * sizes) * (glyphPx - youngPx)) / sizes

/** The outline of an animal: its silhouette, at low zoom its diet symbol, a cross when dead. */
const outlineOf = ({ kind, form, growth, dead }: Marker, far: boolean) => {
  if (dead) return { path: cross, box: 14, size: dotPx, full: dotPx, turns: false, kind: 'unknown' as const }
  // At low zoom only the carnivore symbol has a front.
  if (far) return { path: dots[kind], box: 14, size: dotPx, full: dotPx, turns: kind === 'carnivore', kind }
  return { path: outlines[form], box: 32, size: sizeFor(growth), full: glyphPx, turns: true, kind }
}

/** A key of everything in which two sprites can differ. */
const spriteKey = ({ relation, isLeader, kind, form, growth, dead }: Marker, far: boolean): string =>
  `${relation} ${isLeader} ${far} ${dead ? 'dead' : `${kind} ${form} ${far ? '' : sizeFor(growth)}`}`

const frameParts = (
  marker: Marker,
  far: boolean,
  { tokens, mapStyle }: SpriteStyle,
): { room: number; parts: SpritePart[] } => {
  const { relation, isLeader, dead } = marker
  const own = relation === 'own'
  const colour = { own: tokens[mapStyle.playerColor], pack: tokens[mapStyle.teammateColor], other: tokens.mapInk }[
    relation
  ]
  const radius = (own ? discPx : ringPx)[far ? 'far' : 'near']
  const hasArrow = mapStyle.showDirectionArrows && !dead
  const parts = [
    ...(hasArrow ? [arrowPart(radius + (relation === 'other' ? 0 : 4), colour, tokens.mapHalo)] : []),
    ...(own ? [discPart(radius, colour, tokens.mapHalo)] : []),
    ...(relation === 'pack' ? [ringPart(radius, colour, tokens.mapHalo)] : []),
    ...(isLeader ? [pennantPart(radius, colour, tokens.mapHalo)] : []),
  ]
  const room = parts.length === 0 ? 0 : 2 * (radius + (isLeader ? pennantRoomPx : pointRoomPx))
  return { room, parts }
}

/** @param far whether the zoom is low, so that an animal is a symbol */
function markerSprite(marker: Marker, far: boolean, style: SpriteStyle): Sprite {
  const { tokens, ratio } = style
  const { kind, ...outline } = outlineOf(marker, far)
  const { room, parts } = frameParts(marker, far, style)
  const animal =
    marker.relation === 'own'
      ? silhouettePart({ ...outline, size: outline.size * onDisc }, tokens.mapHalo)
      : animalPart(outline, kind, tokens)
  return renderSprite(Math.max(room, outline.size), [...parts, animal], ratio)
}
