import { type Region, regions } from '../../shared/features/world/regions.ts'
import { letterSpacing, type PlacedRegion, regionFont } from './mapLabels.ts'
import type { Scene } from './scene.ts'
import { pxPerUnit, toScreen, type Viewport } from './viewport.ts'

const write = (context: CanvasRenderingContext2D, name: string, x: number, y: number) => {
  context.strokeText(name, x, y)
  context.fillText(name, x, y)
}

const drawLabel = (context: CanvasRenderingContext2D, { name, count, size, x, y, width }: PlacedRegion) => {
  const middle = x + width / 2
  context.font = regionFont(size)
  context.letterSpacing = letterSpacing
  write(context, name, middle, y + 3 + size / 2)
  context.letterSpacing = '0px'
  if (count === null) return
  context.font = regionFont(size + 8)
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

/** Draws region names and published counts as they were placed, and a ring around the hovered and the chosen region. */
export function drawRegions(context: CanvasRenderingContext2D, scene: Scene) {
  const view = scene.view.get()
  const { tokens, chosen, hovered } = scene
  const isSelected = (region: Region) =>
    [chosen, hovered].some((target) => target?.kind === 'region' && target.id === region.id)
  for (const region of regions.filter(isSelected)) ring(context, view, region, tokens.mapInk, tokens.mapHalo)

  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = tokens.mapHalo
  context.fillStyle = tokens.mapInk
  for (const label of scene.labels.regions()) drawLabel(context, label)
}
