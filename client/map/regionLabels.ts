import type { RegionCounts } from '../../shared/features/regions/regionCounts.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { type Region, regions } from '../../shared/features/world/regions.ts'
import type { Tokens } from '../themes/themes.ts'
import { keptInside, type LabelBox, type LabelSides, type LabelSpace, placeSticky } from './placeLabels.ts'
import { isSelected, type Selected } from './selection.ts'
import { createCanvas } from './sprite.ts'
import type { View } from './view.ts'
import { pxPerUnit, toScreen, type Viewport } from './viewport.ts'

/** Scale, px per map unit, from which names are larger. */
const roomyScale = 0.45

/** What names of regions depend on. */
export interface RegionScene extends Selected {
  readonly view: Pick<View, 'get'>
  /** Counts by region, for users without access to positions. */
  readonly counts: RegionCounts['counts'] | null
}

/** The name of a region, and below it the published count, in px of the view. */
export interface PlacedRegion extends LabelBox {
  readonly region: Region
  readonly name: string
  readonly count: string | null
  /** Font size of the name, px. */
  readonly size: number
}

const letterSpacing = '0.09em'
const regionFont = (size: number) => `600 ${size}px "Barlow Condensed", sans-serif`

const bySize = [...regions].sort((a, b) => b.radius - a.radius)

/** The published count of a region; null if there is none. */
const countOf = (counts: RegionScene['counts'], id: string): string | null => {
  const count = counts?.[id]
  return count === undefined ? null : String(count)
}

const loaded = new Set<string>()
/** Whether a font is loaded. Once it is, the browser is not asked again: that takes longer than placing a name. */
const isFontLoaded = (font: string): boolean => {
  if (!loaded.has(font) && (document.fonts?.check(font) ?? true)) loaded.add(font)
  return loaded.has(font)
}

const widths = new Map<string, number>()
/** Width of a name in capitals. A font that is not loaded yet is measured again. */
const widthOf = (name: string, size: number): number => {
  const font = regionFont(size)
  const isLoaded = isFontLoaded(font)
  const key = `${size} ${isLoaded} ${name}`
  const known = widths.get(key)
  if (known !== undefined) return known
  const { context } = createCanvas(1, 1)
  context.font = font
  context.letterSpacing = letterSpacing
  const width = context.measureText(name).width
  widths.set(key, width)
  return width
}

/** Places of a region's name as parts of its radius, north and west negative: where animals are shown, its middle is kept free. */
const sidesOf = (hasCounts: boolean): readonly Point[] => [
  ...(hasCounts ? [{ x: 0, y: 0 }] : []),
  { x: 0, y: -0.7 },
  { x: 0, y: 0.7 },
  { x: 0, y: 0 },
  { x: -0.5, y: -0.5 },
  { x: 0.5, y: -0.5 },
  { x: -0.5, y: 0.5 },
  { x: 0.5, y: 0.5 },
  { x: 0, y: -1.15 },
  { x: 0, y: 1.15 },
]

/** The names of regions that have a free place within the view; of the chosen and the hovered region always. */
export function placeRegions(scene: RegionScene, space: LabelSpace, sides: LabelSides): PlacedRegion[] {
  const view = scene.view.get()
  const size = pxPerUnit(view) >= roomyScale ? 17 : 15
  const isChosen = ({ id }: Region) => isSelected(scene, 'region', id)
  const inOrder = [...bySize.filter(isChosen), ...bySize.filter((region) => !isChosen(region))]
  return inOrder.flatMap((region): PlacedRegion[] => {
    const name = region.name.toUpperCase()
    const count = countOf(scene.counts, region.id)
    const width = Math.ceil(widthOf(name, size)) + 12
    const height = size + 6 + (count === null ? 0 : size + 10)
    const corners = sidesOf(scene.counts !== null).map((side) => {
      const { x, y } = toScreen(view, { x: region.x + side.x * region.radius, y: region.y + side.y * region.radius })
      return { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }
    })
    const isInside = ({ x, y }: Point) => x >= 0 && y >= 0 && x + width <= view.width && y + height <= view.height
    const shown = { region, name, count, size }
    const inside = corners.map((corner) => (isInside(corner) ? corner : null))
    const box = placeSticky(space, sides, region.id, { width, height, corners: inside })
    if (box) return [{ ...shown, ...box }]
    const [wanted] = corners
    if (!isChosen(region) || !wanted) return []
    const at = toScreen(view, region)
    const isSeen = at.x >= 0 && at.y >= 0 && at.x <= view.width && at.y <= view.height
    const kept = {
      x: Math.round(keptInside(width, wanted.x + width / 2, view.width) - width / 2),
      y: Math.round(keptInside(height, wanted.y + height / 2, view.height) - height / 2),
    }
    return [{ ...shown, ...(isSeen ? kept : wanted), width, height }]
  })
}

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
export function drawRegions(
  context: CanvasRenderingContext2D,
  scene: RegionScene & { readonly tokens: Tokens },
  labels: readonly PlacedRegion[],
) {
  const view = scene.view.get()
  const { tokens } = scene
  for (const region of regions.filter(({ id }) => isSelected(scene, 'region', id)))
    ring(context, view, region, tokens.mapInk, tokens.mapHalo)

  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = tokens.mapHalo
  context.fillStyle = tokens.mapInk
  for (const label of labels) drawLabel(context, label)
}
