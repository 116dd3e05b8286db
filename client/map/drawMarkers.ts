import type { Point } from '../../shared/features/world/frame.ts'
import type { Marker, MarkerLayer } from './markerLayer.ts'
import { type LabelBox, placeLabels } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import { headingStep } from './sprite.ts'
import type { NameTag, SpriteCache } from './spriteCache.ts'
import { pxPerUnit, toScreen, type Viewport } from './viewport.ts'

/** Scale, px per map unit, from which animals are drawn as silhouettes, and from which their names are drawn. */
export const glyphScale = 0.3
const nameScale = 0.62

const marginPx = 40
const oldAlpha = 0.55

interface Drawn {
  readonly marker: Marker
  readonly x: number
  readonly y: number
  readonly heading: number
}

interface PlacedTag extends LabelBox {
  readonly tag: NameTag
}

const isVisible = ({ x, y }: Point, view: Viewport) =>
  x > -marginPx && y > -marginPx && x < view.width + marginPx && y < view.height + marginPx

const isSelected = ({ hovered, chosen }: Scene, { id }: Marker) =>
  [hovered, chosen].some((target) => target?.kind === 'animal' && target.id === id)

/** Rounds to a whole device px: drawing between two blurs and costs more. */
const toDevicePx = (px: number, ratio: number) => Math.round(px * ratio) / ratio

const drawMarker = (
  context: CanvasRenderingContext2D,
  sprites: SpriteCache,
  { marker, x, y, heading }: Drawn,
  far: boolean,
) => {
  const { ratio } = sprites
  const { picture, side, turns } = sprites.spriteFor(marker, far)
  const size = side / ratio
  const left = turns ? headingStep(heading) * side : 0
  context.drawImage(
    picture,
    left,
    0,
    side,
    side,
    toDevicePx(x - size / 2, ratio),
    toDevicePx(y - size / 2, ratio),
    size,
    size,
  )
}

const drawRing = (context: CanvasRenderingContext2D, { x, y, marker }: Drawn, halo: string, colour: string) => {
  for (const [width, style] of [
    [6, halo],
    [2.5, colour],
  ] as const) {
    context.beginPath()
    context.arc(x, y, marker.relation === 'other' ? 20 : 26, 0, Math.PI * 2)
    context.lineWidth = width
    context.strokeStyle = style
    context.stroke()
  }
}

const drawNames = (context: CanvasRenderingContext2D, sprites: SpriteCache, visible: readonly Drawn[]) => {
  const { ratio } = sprites
  const tags = visible.map(({ marker, x, y }): PlacedTag => {
    const tag = sprites.nameTag(marker)
    const [width, height] = [tag.width / ratio, tag.height / ratio]
    const below = marker.relation === 'other' ? 14 : 20
    return { tag, x: x - width / 2, y: y + below, width, height: height - 4 }
  })
  for (const { tag, x, y } of placeLabels(tags))
    context.drawImage(tag.picture, toDevicePx(x, ratio), toDevicePx(y, ratio), tag.width / ratio, tag.height / ratio)
}

const othersOf = (markerLayer: MarkerLayer) => markerLayer.markers().filter(({ relation }) => relation === 'other')

/** The markers in view, with their current position. */
const visibleOf = ({ markerLayer, view }: Scene, markers: readonly Marker[], now: number): Drawn[] => {
  const viewport = view.get()
  const visible: Drawn[] = []
  for (const marker of markers) {
    const place = markerLayer.at(marker, now)
    if (!place) continue
    const { x, y } = toScreen(viewport, place)
    if (isVisible({ x, y }, viewport)) visible.push({ marker, x, y, heading: place.heading })
  }
  return visible
}

/** Draws all animals at their current position: the pack above other animals, the own animal on top. */
export function drawMarkers(context: CanvasRenderingContext2D, scene: Scene, sprites: SpriteCache, now: number) {
  const { markerLayer, tokens, mapStyle } = scene
  const scale = pxPerUnit(scene.view.get())
  const friendly = visibleOf(scene, markerLayer.friendly(), now)
  const others = visibleOf(
    scene,
    markerLayer.friendly().length === 0 ? markerLayer.markers() : othersOf(markerLayer),
    now,
  )
  context.globalAlpha = scene.isStale ? oldAlpha : 1
  for (const drawn of others) drawMarker(context, sprites, drawn, scale < glyphScale)
  for (const drawn of friendly) drawMarker(context, sprites, drawn, scale < glyphScale)
  if (mapStyle.showPlayerNames)
    drawNames(context, sprites, [...friendly.toReversed(), ...(scale >= nameScale ? others : [])])
  context.globalAlpha = 1
  for (const drawn of [...others, ...friendly])
    if (isSelected(scene, drawn.marker)) drawRing(context, drawn, tokens.mapHalo, tokens.focus)
}
