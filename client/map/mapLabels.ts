import type { Point } from '../../shared/features/world/frame.ts'
import { boxOfText, measurementBoxes, type TextLabel } from './drawMeasurements.ts'
import { eventBoxes, placeEventLabels } from './eventLabels.ts'
import type { ShownLayers } from './mapLayers.ts'
import type { MapStyle } from './mapStyle.ts'
import type { Overlays } from './overlays.ts'
import { pingDiscPx } from './pingKinds.ts'
import {
  boxAround,
  createLabelSpace,
  type LabelBox,
  type LabelSides,
  type LabelSpace,
  placeSticky,
} from './placeLabels.ts'
import { type MarkerPlacement, type PlacedMarker, type Placement, selectionRadius } from './placeMarkers.ts'
import { type PlacedRegion, placeRegions, type RegionScene } from './regionLabels.ts'
import { isSelected } from './selection.ts'
import type { NameTag, SpriteCache } from './spriteCache.ts'
import { clamp, pxPerUnit, toScreen } from './viewport.ts'

/** Scale, px per map unit, from which the names of all animals are drawn. */
const nameScale = 0.62

/** What labels depend on. */
export interface LabelledScene extends RegionScene {
  readonly placement: Pick<MarkerPlacement, 'current'>
  readonly layers: ShownLayers
  readonly mapStyle: Pick<MapStyle, 'showPlayerNames'>
  readonly overlays: Overlays
  readonly metresPerUnit: number
  /** The rectangles of controls and cards on the map, of the signs at its edge, and of the card beside the hovered animal. */
  clearBoxes(): readonly LabelBox[]
  readonly signBoxes: readonly LabelBox[]
  readonly cardBox: LabelBox | null
}

/** A name beside its animal, in px of the view. */
export interface PlacedName extends LabelBox {
  readonly id: string
  readonly tag: NameTag
}

export interface MapLabels {
  /**
   * Places all labels for a frame: none over another, over a marker of another animal, or under a control or card. The
   * chosen and the hovered animal come first, then the user's own and the pack, then regions, then the rest.
   * @returns whether names of regions moved, appeared or disappeared in the view
   */
  update(scene: LabelledScene, sprites: SpriteCache): boolean
  names(): readonly PlacedName[]
  regions(): readonly PlacedRegion[]
  /** The names of events and of their danger zones. */
  events(): readonly TextLabel[]
}

export function createMapLabels(): MapLabels {
  let names: readonly PlacedName[] = []
  let placedRegions: readonly PlacedRegion[] = []
  let events: readonly TextLabel[] = []
  const sides = new Map<string, number>()
  let shown = ''

  return {
    names: () => names,
    regions: () => placedRegions,
    events: () => events,
    update(scene, sprites) {
      const placement = scene.placement.current()
      const lasting = lastingBoxes(scene, placement)
      events = placeEventLabels(scene, lasting, sides)
      const taken = [...lasting, ...events.map(boxOfText), ...eventBoxes(scene), ...passingBoxes(scene, placement)]
      const placing = { scene, sprites, sides, space: createLabelSpace(taken) }
      const { markers } = placement
      const named = namedOf(scene, markers)
      const isFirst = ({ marker }: PlacedMarker) => isSelected(scene, 'animal', marker.id)
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

/** What no label may cover: markers, clusters, pings, measurements, controls, cards and the signs at the edge. */
const lastingBoxes = (scene: LabelledScene, { markers, clusters }: Placement): LabelBox[] => [
  ...[...markers, ...clusters].map((placed) => boxAround(placed, placed.radius)),
  ...packPlaceBoxes(scene),
  ...measurementBoxes(scene),
  ...scene.clearBoxes(),
  ...scene.signBoxes,
]

/** Nor the rings and the card of what the pointer is on; labels of events, which keep their places, do not move for these. */
const passingBoxes = (scene: LabelledScene, { isFar, markers }: Placement): LabelBox[] => [
  ...markers
    .filter(({ marker }) => isSelected(scene, 'animal', marker.id))
    .map((placed) => boxAround(placed, selectionRadius(placed, isFar) + ringPx)),
  ...(scene.cardBox ? [scene.cardBox] : []),
]

/** The discs of pings and the flag of the waypoint. */
export function packPlaceBoxes({
  layers,
  overlays: { pings, waypoint },
  view,
}: Pick<LabelledScene, 'layers' | 'overlays' | 'view'>): LabelBox[] {
  if (!layers.pack) return []
  const discs = pings.map((ping) => boxAround(toScreen(view.get(), ping), pingDiscPx))
  const flag = waypoint && toScreen(view.get(), waypoint)
  return flag ? [...discs, { x: flag.x - 2, y: flag.y - 28, width: 20, height: 28 }] : discs
}

/** The animals whose names are drawn, in the order in which they get a place: own, pack, and close up all others. */
const namedOf = (scene: LabelledScene, markers: readonly PlacedMarker[]): PlacedMarker[] => {
  if (!scene.mapStyle.showPlayerNames) return []
  const isNear = pxPerUnit(scene.view.get()) >= nameScale
  return markers.filter(({ marker }) => isNear || marker.relation !== 'other').toReversed()
}

interface NamePlacing {
  readonly scene: LabelledScene
  readonly sprites: SpriteCache
  readonly space: LabelSpace
  readonly sides: LabelSides
  /** Whether it is drawn even where no place is free. */
  readonly isForced: boolean
}

/** The name below its animal, otherwise above or beside it. */
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
  if (box) return [{ x: box.x, y: box.y, width, height, id: marker.id, tag }]
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
