import { mapSize } from '../../shared/features/world/frame.ts'
import { columnName, gridSquares, squareUnits } from '../../shared/features/world/placeInWords.ts'
import { isDark, type Theme, type Tokens } from '../themes/themes.ts'
import { levelFor, type MapImage } from './mapImage.ts'
import { areOverlapping, boxAround, type LabelBox } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import { pxPerUnit, toMap, toScreen, type Viewport } from './viewport.ts'
import { drawWater } from './water.ts'

const veil = 'rgb(7 23 27 / 52%)'

/** Draws the sea, the island's image and the map grid. */
export function drawGround(context: CanvasRenderingContext2D, scene: Scene, ratio: number) {
  const view = scene.view.get()
  context.fillStyle = scene.mapImage?.sea ?? scene.tokens.sea
  context.fillRect(0, 0, view.width, view.height)
  context.globalAlpha = scene.mapStyle.mapOpacity
  if (scene.mapImage) drawMapImage(context, scene.mapImage, view, ratio)
  context.globalAlpha = 1
  drawWater(context, scene)
  if (scene.mapImage?.isCustom && isDark(scene.theme)) drawVeil(context, view)
  else drawLight(context, view, scene.theme)
  if (scene.layers.grid) drawGraticule(context, scene, view)
}

/** Draws only the visible part of the image: copying all of a large image on each step of a drag is slow. */
function drawMapImage(context: CanvasRenderingContext2D, mapImage: MapImage, view: Viewport, ratio: number) {
  const scale = pxPerUnit(view)
  const width = mapSize * scale * ratio
  mapImage.load(width)
  const picture = levelFor(mapImage, width)
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

/** The light of dawn and of dusk over an image that was drawn for day or night. */
function drawLight(context: CanvasRenderingContext2D, view: Viewport, theme: Theme) {
  if (theme === 'dawn') drawMist(context, view)
  if (theme === 'dusk') fillWithLight(context, view, 'rgb(226 132 70 / 30%)')
}

/** Cool mist over the land, which the first light from the east has begun to lift. */
function drawMist(context: CanvasRenderingContext2D, view: Viewport) {
  const west = toScreen(view, { x: 0, y: 0 })
  const east = toScreen(view, { x: mapSize, y: mapSize * 0.35 })
  const mist = context.createLinearGradient(west.x, west.y, east.x, east.y)
  mist.addColorStop(0, 'rgb(176 194 205 / 46%)')
  mist.addColorStop(0.7, 'rgb(205 216 221 / 34%)')
  mist.addColorStop(1, 'rgb(236 226 208 / 26%)')
  context.fillStyle = mist
  context.fillRect(0, 0, view.width, view.height)
  const light = context.createLinearGradient(west.x, west.y, east.x, east.y)
  light.addColorStop(0, 'rgb(70 92 112 / 40%)')
  light.addColorStop(0.6, 'rgb(150 160 165 / 20%)')
  light.addColorStop(1, 'rgb(255 224 178 / 44%)')
  fillWithLight(context, view, light)
}

function fillWithLight(context: CanvasRenderingContext2D, view: Viewport, light: string | CanvasGradient) {
  context.globalCompositeOperation = 'soft-light'
  context.fillStyle = light
  context.fillRect(0, 0, view.width, view.height)
  context.fillRect(0, 0, view.width, view.height)
  context.globalCompositeOperation = 'source-over'
}

function drawGraticule(context: CanvasRenderingContext2D, { tokens, clearBoxes }: Scene, view: Viewport) {
  const near = toScreen(view, { x: 0, y: 0 })
  const far = toScreen(view, { x: mapSize, y: mapSize })
  context.strokeStyle = tokens.mapInk
  context.lineWidth = 1
  context.globalAlpha = 0.16
  context.beginPath()
  for (let at = 0; at <= mapSize; at += squareUnits) {
    const { x, y } = toScreen(view, { x: at, y: at })
    context.moveTo(Math.round(x) + 0.5, Math.max(0, near.y))
    context.lineTo(Math.round(x) + 0.5, Math.min(view.height, far.y))
    context.moveTo(Math.max(0, near.x), Math.round(y) + 0.5)
    context.lineTo(Math.min(view.width, far.x), Math.round(y) + 0.5)
  }
  context.stroke()
  context.globalAlpha = 1
  drawSquareNames(context, tokens, view, clearBoxes())
}

/** Half the side of the square around a letter, px. */
const squareNamePx = 9
/** Half the side of the letter itself, px. */
const glyphPx = 7
/** Farther from the edge a letter would be taken for something on the map, px. */
const mostAwayPx = 64

/** Column letters and row numbers stay visible at the edge of the view; below or beside a control that would cover them. */
export function drawSquareNames(
  context: CanvasRenderingContext2D,
  { mapInk, mapHalo }: Pick<Tokens, 'mapInk' | 'mapHalo'>,
  view: Viewport,
  taken: readonly LabelBox[],
) {
  context.font = '600 15px "Barlow Condensed", sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = mapInk
  context.strokeStyle = mapHalo
  context.lineWidth = 3
  context.lineJoin = 'round'
  const coverOf = (x: number, y: number) => taken.find((box) => areOverlapping(box, boxAround({ x, y }, squareNamePx)))
  const written: LabelBox[] = []
  const write = (name: string, x: number, y: number, away: number) => {
    if (away > mostAwayPx || coverOf(x, y)) return
    written.push(boxAround({ x, y }, glyphPx))
    context.globalAlpha = 0.5
    context.strokeText(name, x, y)
    context.globalAlpha = 0.85
    context.fillText(name, x, y)
  }
  const rim = toScreen(view, { x: 0, y: 0 })
  const rows: { name: string; x: number; y: number; away: number }[] = []
  for (let i = 0; i < gridSquares; i++) {
    const { x, y } = toScreen(view, { x: (i + 0.5) * squareUnits, y: (i + 0.5) * squareUnits })
    const [top, left] = [Math.max(0, rim.y) + 12, Math.max(0, rim.x) + 12]
    const [above, beside] = [coverOf(x, top), coverOf(left, y)]
    const [free, clear] = [above ? above.y + above.height + 12 : top, beside ? beside.x + beside.width + 12 : left]
    write(columnName(i), x, free, free - top)
    if (y > 24) rows.push({ name: String(i + 1), x: clear, y, away: clear - left })
  }
  // On a small map the first number would lie on the first letter: it is lower in its square.
  const lower = 0.35 * squareUnits * pxPerUnit(view)
  for (const { name, x, y, away } of rows) {
    const free = [y, y + lower].find(
      (each) => !written.some((box) => areOverlapping(box, boxAround({ x, y: each }, glyphPx))),
    )
    if (free !== undefined) write(name, x, free, away)
  }
  context.globalAlpha = 1
}
