import { useSyncExternalStore } from 'react'
import type { Roster } from '../../shared/features/roster/roster.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { dietOf } from '../../shared/features/world/species.ts'
import { type AnimalForm, type AnimalKind, formOf } from './glyphs.ts'
import type { Pose, Tracks } from './tracks.ts'
import { toScreen, type Viewport } from './viewport.ts'

/** What an animal is to whoever looks at the map. */
export type Relation = 'own' | 'pack' | 'other'

/** An animal as the map draws it. Where it is, its track says. */
export interface Marker {
  readonly id: string
  readonly slot: number
  readonly name: string
  /** What is written beside it; its name, unless told otherwise. */
  readonly label: string
  readonly relation: Relation
  /** Whether it leads the pack of whoever looks. */
  readonly leads: boolean
  readonly kind: AnimalKind
  readonly form: AnimalForm
  /** Percent of adult size. */
  readonly growth: number
  readonly dead: boolean
}

/** What a marker is made of. */
interface MarkerSource extends Pick<Marker, 'id' | 'slot' | 'name' | 'growth' | 'dead'> {
  readonly species: string
  readonly label?: string
  readonly relation?: Relation
  readonly leads?: boolean
}

export const markerOf = ({ species, ...sighting }: MarkerSource): Marker => ({
  label: sighting.name,
  relation: 'other',
  leads: false,
  ...sighting,
  kind: dietOf(species),
  form: formOf(species),
})

/** All animals of a roster that have a slot, in an order that does not change from one reading to the next. */
export const markersOf = (players: Roster['players']): Marker[] =>
  Object.values(players)
    .flatMap(({ id, name, animal }) =>
      animal && animal.slot !== null ? [markerOf({ id, name, ...animal, slot: animal.slot })] : [],
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))

/** Who is on the map, and where: the roster and the stream come apart, in either order, and meet here. */
export interface MarkerLayer {
  readonly tracks: Tracks
  /** The clock of the tracks, ms. */
  now(): number
  markers(): readonly Marker[]
  /** Those that are one's own or one's pack's, one's own last. The same list until one of them changes. */
  friendly(): readonly Marker[]
  setMarkers(markers: readonly Marker[]): void
  find(id: string): Marker | undefined
  at(marker: Marker, now: number): Pose | null
  /** How many of them have a place. */
  count(): number
  clear(): void
  /** To be called when readings were given to the tracks, or their clock was set: whoever draws is told. */
  notifyChanged(): void
  subscribe(listener: () => void): () => void
}

const ranks: Readonly<Record<Relation, number>> = { other: 0, pack: 1, own: 2 }

const friendlyOf = (markers: readonly Marker[]) =>
  markers.filter(({ relation }) => relation !== 'other').sort((a, b) => ranks[a.relation] - ranks[b.relation])

const isSameMarker = (a: Marker, b: Marker | undefined) =>
  b !== undefined && Object.keys(a).every((key) => a[key as keyof Marker] === b[key as keyof Marker])

const areSameMarkers = (a: readonly Marker[], b: readonly Marker[]) =>
  a.length === b.length && a.every((marker, index) => isSameMarker(marker, b[index]))

/** @param clock what `now` of the tracks is read from, ms: a replay lets it run faster, back, or stand */
export function createMarkerLayer(tracks: Tracks, clock: () => number = () => performance.now()): MarkerLayer {
  let markers: readonly Marker[] = []
  let friendly: readonly Marker[] = []
  let holders = new Map<number, string>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const setMarkers = (next: readonly Marker[]) => {
    const heirs = new Map(next.map(({ slot, id }) => [slot, id]))
    for (const [slot, id] of heirs) if ((holders.get(slot) ?? id) !== id) tracks.snap(slot)
    const nextFriendly = friendlyOf(next)
    if (!areSameMarkers(nextFriendly, friendly)) friendly = nextFriendly
    markers = next
    holders = heirs
    changed()
  }

  return {
    tracks,
    now: clock,
    markers: () => markers,
    friendly: () => friendly,
    setMarkers,
    find: (id) => markers.find((marker) => marker.id === id),
    at: ({ slot }, now) => tracks.poseAt(slot, now),
    count: () => markers.reduce((sum, { slot }) => sum + (tracks.poseAt(slot, 0) ? 1 : 0), 0),
    clear() {
      tracks.clear()
      setMarkers([])
    },
    notifyChanged: changed,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The animal drawn nearest to a pixel, if it is no further than `reach` px. The layer itself does not listen. */
export function nearestMarker(
  markerLayer: MarkerLayer,
  view: Viewport,
  pixel: Point,
  now: number,
  reach: number,
): Marker | null {
  let nearest: Marker | null = null
  let least = reach
  for (const marker of markerLayer.markers()) {
    const place = markerLayer.at(marker, now)
    if (!place) continue
    const drawn = toScreen(view, place)
    const away = Math.hypot(drawn.x - pixel.x, drawn.y - pixel.y)
    if (away > least) continue
    least = away
    nearest = marker
  }
  return nearest
}

/** All animals in sight, the nearest to a pixel first: the order in which keys go through them. */
export function markersAround(markerLayer: MarkerLayer, view: Viewport, pixel: Point, now: number): Marker[] {
  return markerLayer
    .markers()
    .flatMap((marker) => {
      const place = markerLayer.at(marker, now)
      const { x, y } = place ? toScreen(view, place) : { x: -1, y: -1 }
      const isSeen = x >= 0 && y >= 0 && x <= view.width && y <= view.height
      return isSeen ? [{ marker, away: Math.hypot(x - pixel.x, y - pixel.y) }] : []
    })
    .sort((a, b) => a.away - b.away)
    .map(({ marker }) => marker)
}

/** One's own and one's pack's animals, anew only when one of them changes and not when they walk. */
export const useFriendlyMarkers = (markerLayer: MarkerLayer): readonly Marker[] =>
  useSyncExternalStore(markerLayer.subscribe, markerLayer.friendly)
