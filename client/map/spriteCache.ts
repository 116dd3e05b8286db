import { isDark, type Theme, type Tokens } from '../themes/themes.ts'
import { drawingOf } from '../ui/speciesArt/speciesDrawings.ts'
import { clusterFont, clusterPicture, selectionPicture } from './clusterSprite.ts'
import { cross, dots } from './glyphs.ts'
import { type MapStyle, relationColour } from './mapStyle.ts'
import type { Marker } from './markerLayer.ts'
import { countKinds, type PlacedCluster } from './placeMarkers.ts'
import { artColours, speciesPart, speciesSilhouette } from './speciesSprite.ts'
import {
  animalPart,
  arrowPart,
  createCanvas,
  dashedRingPart,
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
  /** Whether the fonts are loaded. What is drawn before that uses a fallback font and must not be kept. */
  readonly isFinal: boolean
  /** Begins a frame: only so much is pre-rendered in each that none is late. */
  beginFrame(): void
  /** Whether something of this frame is still to be rendered. */
  isBehind(): boolean
  /** @param far whether the zoom is low, so that an animal is a symbol; it also is one until its picture is rendered */
  spriteFor(marker: Marker, far: boolean): Sprite
  /** Null until it is rendered. */
  nameTag(marker: Marker): NameTag | null
  /** The disc of a cluster, by what it counts. */
  cluster(cluster: PlacedCluster): ImageBitmap
  /** The ring around what is hovered or chosen. @param radius CSS px */
  selection(radius: number): ImageBitmap
}

/** How many silhouettes and names are rendered in a frame at most: a silhouette takes about two ms, a name 0.2. */
const spritesAFrame = 2
const tagsAFrame = 12
const maxTags = 1_000
const maxSprites = 250
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

/** A cache by string key, cleared when full. What is not drawn yet, null, is not kept. */
const createCache = <Drawing>(most: number) => {
  const cached = new Map<string, Drawing>()
  return (name: string, draw: () => Drawing | null): Drawing | null => {
    const known = cached.get(name)
    if (known) return known
    if (cached.size >= most) cached.clear()
    const drawn = draw()
    if (drawn) cached.set(name, drawn)
    return drawn
  }
}

/** A cache by marker object, so that no frame builds a string key. */
const memoizeByMarker = <Found extends object>(find: (marker: Marker) => Found | null) => {
  const found = new WeakMap<Marker, Found>()
  return (marker: Marker): Found | null => {
    const known = found.get(marker)
    if (known) return known
    const first = find(marker)
    if (first) found.set(marker, first)
    return first
  }
}

/** The sprites of one theme and map style. */
export function createSpriteCache(style: SpriteStyle): SpriteCache {
  const sprites = createCache<Sprite>(maxSprites)
  const tags = createCache<NameTag>(maxTags)
  const discs = createCache<ImageBitmap>(maxSprites)
  const left = { sprites: spritesAFrame, tags: tagsAFrame }
  let isBehind = false
  const within =
    <Drawing>(of: keyof typeof left, draw: () => Drawing) =>
    (): Drawing | null => {
      if (left[of] === 0) {
        isBehind = true
        return null
      }
      left[of] -= 1
      return draw()
    }
  const dot = memoizeByMarker((marker) => sprites(spriteKey(marker, true), () => markerSprite(marker, true, style)))
  const silhouette = memoizeByMarker((marker) =>
    sprites(
      spriteKey(marker, false),
      within('sprites', () => markerSprite(marker, false, style)),
    ),
  )
  return {
    ratio: style.ratio,
    isFinal: style.isFinal,
    beginFrame() {
      Object.assign(left, { sprites: spritesAFrame, tags: tagsAFrame })
      isBehind = false
    },
    isBehind: () => isBehind,
    spriteFor: (marker, far) => (far ? null : silhouette(marker)) ?? (dot(marker) as Sprite),
    nameTag: memoizeByMarker(({ label }) =>
      tags(
        label,
        within('tags', () => drawTag(label, style)),
      ),
    ),
    cluster({ radius, markers }) {
      const counts = countKinds(markers)
      const key = `${radius} ${Object.values(counts)}`
      return discs(key, () => clusterPicture(radius, counts, style)) as ImageBitmap
    },
    selection: (radius) => discs(`around ${radius}`, () => selectionPicture(radius, style)) as ImageBitmap,
  }
}

/** Gives the sprite cache of a theme and a map style. */
export type SpriteSource = (scene: {
  readonly theme: Theme
  readonly tokens: Tokens
  readonly mapStyle: MapStyle
}) => SpriteCache

/** The fonts of names and numbers. */
export const spriteFonts = [tagFont, clusterFont] as const

const areFontsLoaded = () => spriteFonts.every((font) => document.fonts?.check(font) ?? true)

/** Keeps one sprite cache; another theme, map style or pixel density begins a new one. */
export function createSpriteSource(): SpriteSource {
  let cached: { style: SpriteStyle; sprites: SpriteCache } | null = null
  return ({ theme, tokens, mapStyle }) => {
    const ratio = devicePixelRatio
    const { style: last, sprites } = cached ?? {}
    const isSame = last?.tokens === tokens && last.mapStyle === mapStyle && last.ratio === ratio
    if (sprites && isSame && (last.isFinal || !areFontsLoaded())) return sprites
    const style = { tokens, mapStyle, ratio, isDark: isDark(theme), isFinal: areFontsLoaded() }
    cached = { style, sprites: createSpriteCache(style) }
    return cached.sprites
  }
}

/** What determines the look of all sprites. */
export interface SpriteStyle {
  readonly tokens: Tokens
  readonly mapStyle: MapStyle
  /** Whether the theme is dark. */
  readonly isDark: boolean
  /** Device px per CSS px. */
  readonly ratio: number
  /** Whether the fonts are loaded. */
  readonly isFinal: boolean
}

const glyphPx = 40
/** A hatchling has two thirds of an adult's size; sizes in between are rounded to visible steps. */
const youngPx = 28
const sizes = 2
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

/** The symbol of an animal at low zoom; a cross when dead. */
const symbolOf = ({ kind, dead }: Marker) => {
  if (dead) return { path: cross, box: 14, size: dotPx, full: dotPx, turns: false, kind: 'unknown' as const }
  // Only the carnivore symbol has a front.
  return { path: dots[kind], box: 14, size: dotPx, full: dotPx, turns: kind === 'carnivore', kind }
}

/** A key of everything in which two sprites can differ. */
const spriteKey = ({ relation, isLeader, kind, species, growth, dead }: Marker, far: boolean): string =>
  `${relation} ${isLeader} ${far} ${dead ? 'dead' : far ? kind : `${species} ${sizeFor(growth)}`}`

const frameParts = (
  marker: Marker,
  far: boolean,
  { tokens, mapStyle }: SpriteStyle,
): { room: number; parts: SpritePart[] } => {
  const { relation, isLeader, dead } = marker
  const own = relation === 'own'
  const colour = relationColour(relation, mapStyle, tokens)
  const radius = (own ? discPx : ringPx)[far ? 'far' : 'near']
  const hasArrow = mapStyle.showDirectionArrows && !dead
  const parts = [
    ...(hasArrow ? [arrowPart(radius + (relation === 'other' ? 0 : 4), colour, tokens.mapHalo)] : []),
    ...(own ? [discPart(radius, colour, tokens.mapHalo)] : []),
    ...(relation === 'pack' ? [ringPart(radius, colour, tokens.mapHalo)] : []),
    ...(relation === 'friend' ? [dashedRingPart(radius, colour, tokens.mapHalo)] : []),
    ...(isLeader ? [pennantPart(radius, colour, tokens.mapHalo)] : []),
  ]
  const room = parts.length === 0 ? 0 : 2 * (radius + (isLeader ? pennantRoomPx : pointRoomPx))
  return { room, parts }
}

/** @param far whether the zoom is low, so that an animal is a symbol */
function markerSprite(marker: Marker, far: boolean, style: SpriteStyle): Sprite {
  const { ratio } = style
  const { room, parts } = frameParts(marker, far, style)
  const isSymbol = far || marker.dead
  const size = isSymbol ? dotPx : sizeFor(marker.growth)
  const animal = isSymbol ? symbolPart(marker, style) : silhouetteOf(marker, size, style)
  return renderSprite(Math.max(room, size + 8), [...parts, animal], ratio)
}

const symbolPart = (marker: Marker, { tokens }: SpriteStyle): SpritePart => {
  const { kind, ...outline } = symbolOf(marker)
  return marker.relation === 'own'
    ? silhouettePart({ ...outline, size: outline.size * onDisc }, tokens.mapHalo)
    : animalPart(outline, kind, tokens)
}

const silhouetteOf = ({ species, kind, relation }: Marker, size: number, style: SpriteStyle): SpritePart => {
  const drawing = drawingOf(species, 'top', kind)
  return relation === 'own'
    ? speciesSilhouette(drawing, style.tokens.mapHalo, size * onDisc)
    : speciesPart(drawing, artColours(style.tokens, kind, style.isDark), size, style.ratio)
}
