import type { Point } from '../../shared/features/world/frame.ts'
import { type Anchor, createClusters, type Group, type Radii, type Spot } from './clusters.ts'
import type { AnimalKind } from './glyphs.ts'
import type { Marker, MarkerLayer } from './markerLayer.ts'
import { isSelected, type Selected } from './selection.ts'
import type { Pose } from './tracks.ts'
import type { View } from './view.ts'
import { pxPerUnit, type Viewport } from './viewport.ts'

/** Scale, px per map unit, from which animals are drawn as silhouettes. */
export const glyphScale = 0.3

/** An animal that is drawn by itself; its place in px of the view. */
export interface PlacedMarker extends Point {
  readonly marker: Marker
  readonly heading: number
  /** Radius in which nothing else is drawn, px. */
  readonly radius: number
}

/** Several animals drawn as one disc with their number. */
export interface PlacedCluster extends Point {
  readonly key: number
  /** Sorted by name. */
  readonly markers: readonly Marker[]
  readonly radius: number
  /** Whether it is the number at an animal that covers these. */
  readonly isBadge: boolean
}

/** Everything that stands for animals on the map at one moment, from bottom to top. */
export interface Placement {
  /** Whether animals are symbols, because the zoom is low. */
  readonly isFar: boolean
  readonly clusters: readonly PlacedCluster[]
  readonly markers: readonly PlacedMarker[]
}

const nothing: Placement = { isFar: true, clusters: [], markers: [] }

const clusterRadius = (count: number) => (count < 10 ? 12 : count < 100 ? 14 : 17)
/** Radius of the number at a marker that counts others, px. */
const badgePx = 10

const farRadii: Radii = { single: 6, cluster: clusterRadius, badge: badgePx }
/** Silhouettes may touch: only their middles are kept apart. */
const nearRadii: Radii = { single: 8, cluster: clusterRadius, badge: badgePx }
/** Radius of the disc under the user's animal, and of the ring of a pack member or friend, px. */
const friendlyRadius = {
  own: { far: 11, near: 16 },
  pack: { far: 10, near: 14 },
  friend: { far: 10, near: 14 },
} as const

const anchorRadius = ({ relation }: Marker, isFar: boolean, radii: Radii) =>
  relation === 'other' ? radii.single : friendlyRadius[relation][isFar ? 'far' : 'near']

/** What comes first keeps its place. Of all others only the chosen one is ranked. */
const ranks: Readonly<Record<Marker['relation'], number>> = { own: 0, other: 1, pack: 2, friend: 3 }
const rankOf = ({ relation }: Marker) => ranks[relation]

/**
 * Moves anchors apart that would cover each other, the later ones: members of a pack that rest at one place stay visible.
 * @param least distance between two anchors, px
 */
export function spreadAnchors(anchors: readonly Anchor[], least: number): Anchor[] {
  const placed: Anchor[] = []
  for (const [index, anchor] of anchors.entries()) {
    const isFree = ({ x, y }: Point) => !placed.some((other) => Math.hypot(other.x - x, other.y - y) < least)
    const angles = 8
    let found: Point = anchor
    for (let step = 0; !isFree(found) && step < angles * 8; step++) {
      const away = least * (1 + Math.floor(step / angles))
      const angle = ((step + index) / angles) * 2 * Math.PI
      found = { x: anchor.x + away * Math.cos(angle), y: anchor.y + away * Math.sin(angle) }
    }
    placed.push({ ...anchor, x: found.x, y: found.y })
  }
  return placed
}

interface Posed {
  readonly marker: Marker
  readonly pose: Pose
}

/** What is placed, and in which view. */
export interface PlacedScene extends Selected {
  readonly view: Pick<View, 'get'>
  readonly markerLayer: MarkerLayer
}

const posedMarkers = ({ markerLayer }: PlacedScene, now: number): Map<string, Posed> => {
  const posed = new Map<string, Posed>()
  for (const marker of markerLayer.markers()) {
    const pose = markerLayer.at(marker, now)
    if (pose) posed.set(marker.id, { marker, pose })
  }
  return posed
}

export interface MarkerPlacement {
  /** Places all animals for a frame. @param now the clock of the tracks */
  update(scene: PlacedScene, now: number): void
  /** As drawn in the last frame: what a press meets. */
  current(): Placement
}

/** Decides which animals are drawn by themselves and which are counted in a cluster. */
export function createMarkerPlacement(): MarkerPlacement {
  const clusters = createClusters()
  let placement = nothing

  return {
    current: () => placement,
    update(scene, now) {
      const view = scene.view.get()
      const scale = pxPerUnit(view)
      const isFar = scale < glyphScale
      const radii = isFar ? farRadii : nearRadii
      const posed = posedMarkers(scene, now)
      const spots: Spot[] = []
      const anchored: Posed[] = []
      for (const one of posed.values()) {
        const { marker, pose } = one
        if (marker.relation !== 'other' || isSelected(scene, 'animal', marker.id)) anchored.push(one)
        else spots.push({ id: marker.id, x: pose.x * scale, y: pose.y * scale })
      }
      const anchors = anchored
        .sort((a, b) => rankOf(a.marker) - rankOf(b.marker))
        .map(({ marker, pose }): Anchor => {
          return { id: marker.id, x: pose.x * scale, y: pose.y * scale, radius: anchorRadius(marker, isFar, radii) }
        })
      const groups = clusters.update(spots, spreadAnchors(anchors, 2 * radii.single), scale, radii)
      placement = placedGroups(groups, posed, view, { isFar, radii })
    },
  }
}

const byName = (a: Marker, b: Marker) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

interface Look {
  readonly isFar: boolean
  readonly radii: Radii
}

function placedGroups(
  groups: readonly Group[],
  posed: ReadonlyMap<string, Posed>,
  view: Viewport,
  { isFar, radii }: Look,
): Placement {
  const scale = pxPerUnit(view)
  const [left, top] = [view.x * scale - view.width / 2, view.y * scale - view.height / 2]
  const markers: PlacedMarker[] = []
  const clusters: PlacedCluster[] = []
  for (const { key, anchor, ids, ...group } of groups) {
    const [x, y] = [group.x - left, group.y - top]
    const alone = anchor ? posed.get(anchor.id) : ids.length === 1 ? posed.get(ids[0] ?? '') : undefined
    if (alone) {
      const radius = anchor?.radius ?? radii.single
      markers.push({ marker: alone.marker, x, y, heading: alone.pose.heading, radius })
      if (!anchor || ids.length === 0) continue
    }
    const counted = ids.flatMap((id) => posed.get(id)?.marker ?? []).sort(byName)
    const aside = anchor ? (anchor.radius + badgePx / 2) * Math.SQRT1_2 : 0
    const radius = anchor ? badgePx : group.radius
    clusters.push({ key, x: x + aside, y: y + aside, radius, markers: counted, isBadge: anchor !== null })
  }
  return { isFar, clusters, markers: inDrawingOrder(markers) }
}

/** Other animals first, then friends and the pack, the user's animal last, on top. */
const inDrawingOrder = (markers: readonly PlacedMarker[]): PlacedMarker[] => {
  const of = (relation: Marker['relation']) => markers.filter(({ marker }) => marker.relation === relation)
  return [...of('other'), ...of('friend'), ...of('pack'), ...of('own')]
}

/** Radius of the ring around a hovered or chosen animal, px. */
export const selectionRadius = ({ marker, radius }: PlacedMarker, isFar: boolean) =>
  marker.relation === 'other' ? (isFar ? 13 : 20) : radius + 10

/** How many animals of each diet a cluster counts. */
export const countKinds = (markers: readonly Marker[]): Readonly<Record<AnimalKind, number>> => {
  const counts = { carnivore: 0, herbivore: 0, omnivore: 0, unknown: 0 }
  for (const { kind } of markers) counts[kind] += 1
  return counts
}

/** "5 carnivores, 7 herbivores". */
export function kindsInWords(markers: readonly Marker[]): string {
  const counts = countKinds(markers)
  const part = (kind: AnimalKind, one: string) =>
    counts[kind] === 0 ? [] : [`${counts[kind]} ${counts[kind] === 1 ? one : `${one}s`}`]
  return [
    ...part('carnivore', 'carnivore'),
    ...part('herbivore', 'herbivore'),
    ...part('omnivore', 'omnivore'),
    ...part('unknown', 'unknown dinosaur'),
  ].join(', ')
}

const isInView = ({ x, y }: Point, { width, height }: Viewport) => x >= 0 && y >= 0 && x <= width && y <= height

/** The cluster that has most of these animals now, and at least two of them; undefined where they came apart. @param ids of animals */
export function clusterHolding(clusters: readonly PlacedCluster[], ids: readonly string[]): PlacedCluster | undefined {
  const shareOf = ({ markers }: PlacedCluster) => markers.filter(({ id }) => ids.includes(id)).length
  return clusters.filter((one) => shareOf(one) > 1).toSorted((one, other) => shareOf(other) - shareOf(one))[0]
}

/** Everything in view, nearest to the middle first: the order of keyboard selection. */
export function placedAround({ markers, clusters }: Placement, view: Viewport): (PlacedMarker | PlacedCluster)[] {
  const away = ({ x, y }: Point) => Math.hypot(x - view.width / 2, y - view.height / 2)
  return [...markers, ...clusters].filter((one) => isInView(one, view)).sort((a, b) => away(a) - away(b))
}

/** What lies under a pointer: one animal, one cluster, or several things among which a person has to choose. */
export type Under =
  | { readonly kind: 'marker'; readonly marker: Marker }
  | { readonly kind: 'cluster'; readonly cluster: PlacedCluster }
  | { readonly kind: 'several'; readonly markers: readonly Marker[] }

/** How far beside a marker a press still means it, px. */
export const reachPx = { mouse: 5, touch: 14 } as const
/** Two things whose distance to the pointer differs by less than this are under it together, px. */
const closePx = 3

/** What a press at a pixel means; null for bare ground. Distances are to the edges, so that a large disc has no advantage. */
export function underPixel({ markers, clusters }: Placement, pixel: Point, reach: number): Under | null {
  const beside = ({ x, y, radius }: PlacedMarker | PlacedCluster) => Math.hypot(x - pixel.x, y - pixel.y) - radius
  const found = [...markers, ...clusters]
    .map((one) => ({ one, beside: beside(one) }))
    .filter((candidate) => candidate.beside <= reach)
    .sort((a, b) => a.beside - b.beside)
  const [best] = found
  if (!best) return null
  const close = found.filter((candidate) => candidate.beside - best.beside < closePx)
  if (close.length > 1)
    return {
      kind: 'several',
      markers: close.flatMap(({ one }) => ('marker' in one ? [one.marker] : one.markers)),
    }
  return 'marker' in best.one ? { kind: 'marker', marker: best.one.marker } : { kind: 'cluster', cluster: best.one }
}
