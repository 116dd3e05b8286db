import type { Point } from '../../shared/features/world/frame.ts'
import { type Region, regions } from '../../shared/features/world/regions.ts'
import { selectionRadius } from './drawMarkers.ts'
import { boxAround, createLabelSpace, type LabelBox, type LabelSpace } from './placeLabels.ts'
import type { PlacedMarker, Placement } from './placeMarkers.ts'
import { isSelected, type Scene } from './scene.ts'
import { createCanvas } from './sprite.ts'
import type { NameTag, SpriteCache } from './spriteCache.ts'
import { clamp, pxPerUnit, toScreen } from './viewport.ts'

/** Scale, px per map unit, from which the names of all animals are drawn, and from which those of regions are larger. */
const nameScale = 0.62
const roomyScale = 0.45

/** A name beside its animal, in px of the view. */
export interface PlacedName extends LabelBox {
  readonly id: string
  readonly tag: NameTag
}

/** The name of a region, and below it the published count, in px of the view. */
export interface PlacedRegion extends LabelBox {
  readonly region: Region
  readonly name: string
  readonly count: string | null
  /** Font size of the name, px. */
  readonly size: number
}

export interface MapLabels {
  /**
   * Places all labels for a frame: none over another, over a marker of another animal, or under a control or card. The
   * chosen and the hovered animal come first, then the own and the pack, then regions, then the rest.
   * @returns whether names of regions moved, appeared or disappeared in the view
   */
  update(scene: Scene, sprites: SpriteCache): boolean
  names(): readonly PlacedName[]
  regions(): readonly PlacedRegion[]
}

export function createMapLabels(): MapLabels {
  let names: readonly PlacedName[] = []
  let placedRegions: readonly PlacedRegion[] = []
  // Where each label was last: it stays there while that place is free.
  const sides = new Map<string, number>()
  let shown = ''

  return {
    names: () => names,
    regions: () => placedRegions,
    update(scene, sprites) {
      const placement = scene.placement.current()
      const placing = { scene, sprites, sides, space: createLabelSpace(takenBoxes(scene, placement)) }
      const { markers } = placement
      const named = namedOf(scene, markers)
      const isFirst = ({ marker }: PlacedMarker) => isSelected(scene, marker)
      const isFriendly = ({ marker }: PlacedMarker) => marker.relation !== 'other'
      const first = markers.filter(isFirst).flatMap((placed) => nameOf(placed, { ...placing, isForced: true }))
      const rest = named.filter((placed) => !isFirst(placed))
      const namesOf = (some: readonly PlacedMarker[]) =>
        some.flatMap((placed) => nameOf(placed, { ...placing, isForced: false }))
      const friendly = namesOf(rest.filter(isFriendly))
      placedRegions = scene.layers.regions ? placeRegions(scene, placing.space, sides) : []
      names = [...namesOf(rest.filter((placed) => !isFriendly(placed))), ...friendly, ...first]
      const now = placedRegions.map(({ region, count, x, y }) => `${region.id} ${count} ${x} ${y}`).join()
      const isChanged = now !== shown
      shown = now
      return isChanged
    },
  }
}

/** Half the width of the ring around a chosen animal, px. */
const ringPx = 3

/** What no label may cover: markers, clusters, controls, cards and the signs at the edge. */
const takenBoxes = (scene: Scene, { isFar, markers, clusters }: Placement): LabelBox[] => [
  ...markers.map((placed) =>
    boxAround(placed, isSelected(scene, placed.marker) ? selectionRadius(placed, isFar) + ringPx : placed.radius),
  ),
  ...clusters.map((placed) => boxAround(placed, placed.radius)),
  ...scene.clearBoxes(),
  ...scene.signBoxes,
  ...(scene.cardBox ? [scene.cardBox] : []),
]

/** The animals whose names are drawn, in the order in which they get a place: own, pack, and close up all others. */
const namedOf = (scene: Scene, markers: readonly PlacedMarker[]): PlacedMarker[] => {
  if (!scene.mapStyle.showPlayerNames) return []
  const isNear = pxPerUnit(scene.view.get()) >= nameScale
  return markers.filter(({ marker }) => isNear || marker.relation !== 'other').toReversed()
}

interface NamePlacing {
  readonly scene: Scene
  readonly sprites: SpriteCache
  readonly space: LabelSpace
  readonly sides: Map<string, number>
  /** Whether it is drawn even where no place is free. */
  readonly isForced: boolean
}

/** The name below its animal, else above or beside it. */
function nameOf(placed: PlacedMarker, { scene, sprites, space, sides, isForced }: NamePlacing): PlacedName[] {
  const { marker, x, y } = placed
  const { width: wide, height: high } = scene.view.get()
  if (x < -marginPx || y < -marginPx || x > wide + marginPx || y > high + marginPx) return []
  const tag = sprites.nameTag(marker)
  if (!tag) return []
  const [width, height] = [tag.width / sprites.ratio, tag.height / sprites.ratio - 4]
  const away = 1 + (isForced ? selectionRadius(placed, scene.placement.current().isFar) + ringPx : placed.radius + 1)
  const corners = [
    { x: x - width / 2, y: y + away },
    { x: x - width / 2, y: y - away - height },
    { x: x + away, y: y - height / 2 },
    { x: x - away - width, y: y - height / 2 },
  ]
  const isInside = (corner: Point) =>
    corner.x >= 0 && corner.y >= 0 && corner.x + width <= wide && corner.y + height <= high
  const inside = corners.map((corner) => (isInside(corner) ? corner : null))
  const box = placeSticky(space, sides, marker.id, { width, height, corners: inside })
  if (box) return [{ ...box, id: marker.id, tag }]
  if (!isForced) return []
  const forced = {
    x: clamp(0, x - width / 2, wide - width),
    y: clamp(0, y + away, high - height),
    width,
    height,
  }
  space.take(forced)
  return [{ ...forced, id: marker.id, tag }]
}

const marginPx = 40

interface Wish {
  readonly width: number
  readonly height: number
  /** Null for a place outside the view. */
  readonly corners: readonly (Point | null)[]
}

/** Places a label where it was last, if that is free, else at its first free place. */
function placeSticky(space: LabelSpace, sides: Map<string, number>, id: string, { corners, ...size }: Wish) {
  const last = corners[sides.get(id) ?? 0] ?? null
  const box = space.place({ ...size, corners: [last, ...corners].filter((corner) => corner !== null) })
  if (!box) return null
  const side = corners.findIndex((corner) => corner?.x === box.x && corner.y === box.y)
  if (side > 0) sides.set(id, side)
  else sides.delete(id)
  return box
}

export const letterSpacing = '0.09em'
export const regionFont = (size: number) => `600 ${size}px "Barlow Condensed", sans-serif`

const bySize = [...regions].sort((a, b) => b.radius - a.radius)

/** The published count of a region; null if there is none. */
const countOf = (counts: Scene['counts'], id: string): string | null => {
  const count = counts?.[id]
  return count === undefined ? null : String(count)
}

const widths = new Map<string, number>()
/** Width of a name in capitals. A font that is not loaded yet is measured again. */
const widthOf = (name: string, size: number): number => {
  const font = regionFont(size)
  const isLoaded = document.fonts?.check(font) ?? true
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
function placeRegions(scene: Scene, space: LabelSpace, sides: Map<string, number>): PlacedRegion[] {
  const view = scene.view.get()
  const size = pxPerUnit(view) >= roomyScale ? 17 : 15
  const isChosen = ({ id }: Region) =>
    [scene.chosen, scene.hovered].some((target) => target?.kind === 'region' && target.id === id)
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
    return isChosen(region) && wanted ? [{ ...shown, ...wanted, width, height }] : []
  })
}
