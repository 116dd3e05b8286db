import { useSyncExternalStore } from 'react'
import type { Roster } from '../../shared/features/roster/roster.ts'
import { dietOf } from '../../shared/features/world/species.ts'
import type { AnimalKind } from './glyphs.ts'
import type { Pose, Tracks } from './tracks.ts'

/** The relation of an animal to the viewing user. */
export type Relation = 'own' | 'pack' | 'friend' | 'other'

/** An animal as drawn on the map. Its position comes from its track. */
export interface Marker {
  readonly id: string
  /** The account whose animal it is, where it is the user's, a pack member's or a friend's; for others, where no account is known, the id. */
  readonly account: string
  readonly slot: number
  readonly name: string
  /** The text drawn at the marker; by default the name. */
  readonly label: string
  readonly relation: Relation
  /** Whether it is the leader of the viewing user's pack. */
  readonly isLeader: boolean
  readonly kind: AnimalKind
  readonly species: string
  /** Percent of adult size. */
  readonly growth: number
  readonly dead: boolean
}

/** Input of `markerOf`. */
interface MarkerSource extends Pick<Marker, 'id' | 'slot' | 'name' | 'species' | 'growth' | 'dead'> {
  readonly label?: string
  readonly account?: string
  readonly relation?: Relation
  readonly isLeader?: boolean
}

export const markerOf = (sighting: MarkerSource): Marker => ({
  label: sighting.name,
  account: sighting.id,
  relation: 'other',
  isLeader: false,
  ...sighting,
  kind: dietOf(sighting.species),
})

/** Markers of all animals of a roster that have a slot, in a stable order. */
export const markersOf = (players: Roster['players']): Marker[] =>
  Object.values(players)
    .flatMap(({ id, name, animal }) =>
      animal && animal.slot !== null ? [markerOf({ id, name, ...animal, slot: animal.slot })] : [],
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))

/**
 * The animals on the map. Roster and position stream arrive separately, in either order, and are joined here by slot.
 */
export interface MarkerLayer {
  readonly tracks: Tracks
  /** The clock of the tracks, ms. */
  now(): number
  markers(): readonly Marker[]
  /** The markers of friends, of the pack and of the user, the user's last. The list keeps its identity until one of them changes. */
  friendly(): readonly Marker[]
  setMarkers(markers: readonly Marker[]): void
  find(id: string): Marker | undefined
  at(marker: Marker, now: number): Pose | null
  /** The number of markers with a position. */
  count(): number
  clear(): void
  /** Notifies subscribers after positions were given to the tracks or their clock was set. */
  notifyChanged(): void
  subscribe(listener: () => void): () => void
}

const ranks: Readonly<Record<Relation, number>> = { other: 0, friend: 1, pack: 2, own: 3 }

const friendlyOf = (markers: readonly Marker[]) =>
  markers.filter(({ relation }) => relation !== 'other').sort((a, b) => ranks[a.relation] - ranks[b.relation])

const isSameMarker = (a: Marker, b: Marker | undefined) =>
  b !== undefined && Object.keys(a).every((key) => a[key as keyof Marker] === b[key as keyof Marker])

const areSameMarkers = (a: readonly Marker[], b: readonly Marker[]) =>
  a.length === b.length && a.every((marker, index) => isSameMarker(marker, b[index]))

/** @param clock source of `now` for the tracks, ms: in a replay it may run faster, backwards, or not at all */
export function createMarkerLayer(tracks: Tracks, clock: () => number = () => performance.now()): MarkerLayer {
  let markers: readonly Marker[] = []
  let friendly: readonly Marker[] = []
  let idBySlot = new Map<number, string>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const setMarkers = (next: readonly Marker[]) => {
    const nextIdBySlot = new Map(next.map(({ slot, id }) => [slot, id]))
    for (const [slot, id] of nextIdBySlot) if ((idBySlot.get(slot) ?? id) !== id) tracks.snap(slot)
    const nextFriendly = friendlyOf(next)
    if (!areSameMarkers(nextFriendly, friendly)) friendly = nextFriendly
    markers = next
    idBySlot = nextIdBySlot
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

/** The friendly markers; renders again only when one of them changes, not when they move. */
export const useFriendlyMarkers = (markerLayer: MarkerLayer): readonly Marker[] =>
  useSyncExternalStore(markerLayer.subscribe, markerLayer.friendly)
