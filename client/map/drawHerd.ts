import type { Point } from '../../shared/features/world/frame.ts'
import { headingStep } from './headingStep.ts'
import type { Marker } from './herd.ts'
import { type LabelBox, placeLabels } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import type { NameTag, Sprites } from './sprites.ts'
import { pxPerUnit, toScreen, type Viewport } from './viewport.ts'

/** Px per map unit at which dots become animals, and at which animals gain names. */
export const glyphScale = 0.3
export const nameScale = 0.62

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

const isInSight = ({ x, y }: Point, view: Viewport) =>
  x > -marginPx && y > -marginPx && x < view.width + marginPx && y < view.height + marginPx

const isMeant = ({ pointed, chosen }: Scene, { id }: Marker) =>
  [pointed, chosen].some((target) => target?.kind === 'animal' && target.id === id)

/** Onto a whole device px: what lies between two is blurred, at a price. */
const whole = (px: number, ratio: number) => Math.round(px * ratio) / ratio

const drawMarker = (
  context: CanvasRenderingContext2D,
  sprites: Sprites,
  { marker, x, y, heading }: Drawn,
  far: boolean,
) => {
  const { ratio } = sprites
  const { picture, side, turns } = sprites.stamp(marker, far)
  const size = side / ratio
  const left = turns ? headingStep(heading) * side : 0
  context.drawImage(picture, left, 0, side, side, whole(x - size / 2, ratio), whole(y - size / 2, ratio), size, size)
}

const drawRing = (context: CanvasRenderingContext2D, { x, y }: Point, halo: string, colour: string) => {
  for (const [width, style] of [
    [6, halo],
    [2.5, colour],
  ] as const) {
    context.beginPath()
    context.arc(x, y, 20, 0, Math.PI * 2)
    context.lineWidth = width
    context.strokeStyle = style
    context.stroke()
  }
}

const drawNames = (context: CanvasRenderingContext2D, sprites: Sprites, seen: readonly Drawn[]) => {
  const { ratio } = sprites
  const tags = seen.map(({ marker, x, y }): PlacedTag => {
    const tag = sprites.nameTag(marker)
    const [width, height] = [tag.width / ratio, tag.height / ratio]
    return { tag, x: x - width / 2, y: y + 14, width, height: height - 4 }
  })
  for (const { tag, x, y } of placeLabels(tags))
    context.drawImage(tag.picture, whole(x, ratio), whole(y, ratio), tag.width / ratio, tag.height / ratio)
}

/** The fast layer: every animal where its track says it is now, in one go. @param now the clock of the tracks, ms */
export function drawHerd(context: CanvasRenderingContext2D, scene: Scene, sprites: Sprites, now: number) {
  const { herd, tokens } = scene
  const view = scene.view.get()
  const scale = pxPerUnit(view)
  const seen: Drawn[] = []
  for (const marker of herd.markers()) {
    const place = herd.at(marker, now)
    if (!place) continue
    const { x, y } = toScreen(view, place)
    if (isInSight({ x, y }, view)) seen.push({ marker, x, y, heading: place.heading })
  }
  context.globalAlpha = scene.old ? oldAlpha : 1
  for (const drawn of seen) drawMarker(context, sprites, drawn, scale < glyphScale)
  if (scale >= nameScale) drawNames(context, sprites, seen)
  context.globalAlpha = 1
  for (const drawn of seen) if (isMeant(scene, drawn.marker)) drawRing(context, drawn, tokens.mapHalo, tokens.focus)
}
