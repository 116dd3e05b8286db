import { type Region, regions } from '../../shared/features/world/regions.ts'
import { placeLabels } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import { pxPerUnit, toScreen, type Viewport } from './viewport.ts'

/** Scale, px per map unit, from which labels are larger. */
const roomyScale = 0.45
/** Where animals are shown, the name is placed towards the region's edge, to keep its middle free. */
const raisedPart = 0.7
const letterSpacing = '0.09em'

interface RegionLabel {
  readonly region: Region
  readonly name: string
  readonly count: string | null
  readonly middle: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const byPlace = [...regions].sort((a, b) => b.radius - a.radius)

const labelFont = (size: number) => `600 ${size}px "Barlow Condensed", sans-serif`

/** The published count of a region; null if there is none. */
const countOf = (counts: Scene['counts'], id: string): string | null => {
  const count = counts?.[id]
  return count === undefined ? null : String(count)
}

const labelOf = (
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: Viewport,
  size: number,
  region: Region,
): RegionLabel => {
  const name = region.name.toUpperCase()
  const raised = scene.counts ? 0 : region.radius * raisedPart
  const place = toScreen(view, { x: region.x, y: region.y - raised })
  const count = countOf(scene.counts, region.id)
  const width = context.measureText(name).width + 12
  const height = size + 6 + (count === null ? 0 : size + 10)
  return { region, name, count, middle: place.x, x: place.x - width / 2, y: place.y - height / 2, width, height }
}

const write = (context: CanvasRenderingContext2D, name: string, x: number, y: number) => {
  context.strokeText(name, x, y)
  context.fillText(name, x, y)
}

const drawLabel = (context: CanvasRenderingContext2D, { name, count, middle, y }: RegionLabel, size: number) => {
  context.font = labelFont(size)
  context.letterSpacing = letterSpacing
  write(context, name, middle, y + 3 + size / 2)
  context.letterSpacing = '0px'
  if (count === null) return
  context.font = labelFont(size + 8)
  write(context, count, middle, y + size + 10 + size / 2)
}

const ring = (context: CanvasRenderingContext2D, view: Viewport, region: Region, colour: string, halo: string) => {
  const { x, y } = toScreen(view, region)
  context.beginPath()
  context.arc(x, y, region.radius * pxPerUnit(view), 0, Math.PI * 2)
  context.setLineDash([])
  context.strokeStyle = halo
  context.lineWidth = 5
  context.stroke()
  context.setLineDash([8, 6])
  context.strokeStyle = colour
  context.lineWidth = 2
  context.stroke()
  context.setLineDash([])
}

/** Draws region names, published counts, and a ring around the hovered and the chosen region. */
export function drawRegions(context: CanvasRenderingContext2D, scene: Scene) {
  const view = scene.view.get()
  const { tokens, chosen, hovered } = scene
  const isSelected = (region: Region) =>
    [chosen, hovered].some((target) => target?.kind === 'region' && target.id === region.id)
  for (const region of regions.filter(isSelected)) ring(context, view, region, tokens.mapInk, tokens.mapHalo)

  const size = pxPerUnit(view) >= roomyScale ? 16 : 13
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = tokens.mapHalo
  context.fillStyle = tokens.mapInk
  context.font = labelFont(size)
  context.letterSpacing = letterSpacing
  const inOrder = [...byPlace.filter(isSelected), ...byPlace.filter((region) => !isSelected(region))]
  const labels = inOrder.map((region) => labelOf(context, scene, view, size, region))
  for (const label of placeLabels(labels)) drawLabel(context, label, size)
}
