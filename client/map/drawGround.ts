import { mapSize } from '../../shared/features/world/frame.ts'
import { isDark, type Theme } from '../themes/themes.ts'
import { levelFor, type MapImage } from './mapImage.ts'
import type { Scene } from './scene.ts'
import { pxPerUnit, toMap, toScreen, type Viewport } from './viewport.ts'

/** Map units between two grid lines: the map has eight by eight squares. */
const square = mapSize / 8
/** Light of dawn and dusk over images that were drawn for day and night. */
const glow: Readonly<Record<Theme, string | null>> = {
  dawn: 'rgb(255 214 208 / 34%)',
  day: null,
  dusk: 'rgb(226 132 70 / 30%)',
  night: null,
}

const veil = 'rgb(7 23 27 / 52%)'

/** Draws the sea, the island's image and the map grid. */
export function drawGround(context: CanvasRenderingContext2D, scene: Scene, ratio: number) {
  const view = scene.view.get()
  context.fillStyle = scene.mapImage?.sea ?? scene.tokens.sea
  context.fillRect(0, 0, view.width, view.height)
  context.globalAlpha = scene.mapStyle.mapOpacity
  if (scene.mapImage) drawMapImage(context, scene.mapImage, view, ratio)
  context.globalAlpha = 1
  if (scene.mapImage?.isCustom && isDark(scene.theme)) drawVeil(context, view)
  else drawGlow(context, view, glow[scene.theme])
  drawGraticule(context, scene, view)
}

/** Draws only the visible part of the image: copying all of a large image on each step of a drag is slow. */
function drawMapImage(context: CanvasRenderingContext2D, mapImage: MapImage, view: Viewport, ratio: number) {
  const scale = pxPerUnit(view)
  const picture = levelFor(mapImage, mapSize * scale * ratio)
  if (!picture) return
  const from = toMap(view, { x: 0, y: 0 })
  const to = toMap(view, { x: view.width, y: view.height })
  const left = Math.max(0, from.x)
  const top = Math.max(0, from.y)
  const right = Math.min(mapSize, to.x)
  const bottom = Math.min(mapSize, to.y)
  if (right <= left || bottom <= top) return
  const [perX, perY] = [picture.width / mapSize, picture.height / mapSize]
  const corner = toScreen(view, { x: left, y: top })
  const [wide, high] = [right - left, bottom - top]
  context.imageSmoothingQuality = 'medium'
  context.drawImage(
    picture,
    left * perX,
    top * perY,
    wide * perX,
    high * perY,
    corner.x,
    corner.y,
    wide * scale,
    high * scale,
  )
}

/** Darkens a custom image, drawn for daylight, at night. */
function drawVeil(context: CanvasRenderingContext2D, view: Viewport) {
  context.fillStyle = veil
  context.fillRect(0, 0, view.width, view.height)
}

function drawGlow(context: CanvasRenderingContext2D, view: Viewport, colour: string | null) {
  if (!colour) return
  context.globalCompositeOperation = 'soft-light'
  context.fillStyle = colour
  context.fillRect(0, 0, view.width, view.height)
  context.fillRect(0, 0, view.width, view.height)
  context.globalCompositeOperation = 'source-over'
}

function drawGraticule(context: CanvasRenderingContext2D, { tokens }: Scene, view: Viewport) {
  const near = toScreen(view, { x: 0, y: 0 })
  const far = toScreen(view, { x: mapSize, y: mapSize })
  context.strokeStyle = tokens.mapInk
  context.lineWidth = 1
  context.globalAlpha = 0.16
  context.beginPath()
  for (let at = 0; at <= mapSize; at += square) {
    const { x, y } = toScreen(view, { x: at, y: at })
    context.moveTo(Math.round(x) + 0.5, Math.max(0, near.y))
    context.lineTo(Math.round(x) + 0.5, Math.min(view.height, far.y))
    context.moveTo(Math.max(0, near.x), Math.round(y) + 0.5)
    context.lineTo(Math.min(view.width, far.x), Math.round(y) + 0.5)
  }
  context.stroke()
  context.globalAlpha = 1
  drawSquareNames(context, tokens.mapInk, tokens.mapHalo, view)
}

/** Column letters and row numbers stay visible at the edge of the view. */
function drawSquareNames(context: CanvasRenderingContext2D, ink: string, halo: string, view: Viewport) {
  context.font = '600 13px "Barlow Condensed", sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = ink
  context.strokeStyle = halo
  context.lineWidth = 3
  context.lineJoin = 'round'
  const write = (name: string, x: number, y: number) => {
    context.globalAlpha = 0.5
    context.strokeText(name, x, y)
    context.globalAlpha = 0.85
    context.fillText(name, x, y)
  }
  const rim = toScreen(view, { x: 0, y: 0 })
  for (let i = 0; i < 8; i++) {
    const { x, y } = toScreen(view, { x: (i + 0.5) * square, y: (i + 0.5) * square })
    write(String.fromCharCode(65 + i), x, Math.max(0, rim.y) + 12)
    if (y > 24) write(String(i + 1), Math.max(0, rim.x) + 12, y)
  }
  context.globalAlpha = 1
}
