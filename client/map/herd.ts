import type { Roster } from '../../shared/features/roster/roster.ts'
import { dietOf } from '../../shared/features/world/species.ts'
import { type Form, formOf, type Kind } from './forms.ts'
import type { Bearing, Tracks } from './tracks.ts'

/** An animal as the map draws it. Where it is, its track says. */
export interface Marker {
  readonly id: string
  readonly slot: number
  readonly name: string
  readonly kind: Kind
  readonly form: Form
  /** Percent of adult size. */
  readonly growth: number
  readonly dead: boolean
}

/** All animals of a roster that have a slot, in an order that does not change from one reading to the next. */
export const markersOf = (players: Roster['players']): Marker[] =>
  Object.values(players)
    .flatMap(({ id, name, animal }) =>
      animal && animal.slot !== null
        ? [
            {
              id,
              name,
              slot: animal.slot,
              kind: dietOf(animal.species),
              form: formOf(animal.species),
              growth: animal.growth,
              dead: animal.dead,
            },
          ]
        : [],
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))

/** Who is on the map, and where: the roster and the stream come apart, in either order, and meet here. */
export interface Herd {
  readonly tracks: Tracks
  markers(): readonly Marker[]
  setMarkers(markers: readonly Marker[]): void
  find(id: string): Marker | undefined
  at(marker: Marker, now: number): Bearing | null
  /** How many of them have a place. */
  count(): number
  clear(): void
  /** To be called when readings were given to the tracks: whoever draws is told. */
  changed(): void
  subscribe(listener: () => void): () => void
}

export function createHerd(tracks: Tracks): Herd {
  let markers: readonly Marker[] = []
  let holders = new Map<number, string>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const setMarkers = (next: readonly Marker[]) => {
    const heirs = new Map(next.map(({ slot, id }) => [slot, id]))
    for (const [slot, id] of heirs) if ((holders.get(slot) ?? id) !== id) tracks.settle(slot)
    markers = next
    holders = heirs
    changed()
  }

  return {
    tracks,
    markers: () => markers,
    setMarkers,
    find: (id) => markers.find((marker) => marker.id === id),
    at: ({ slot }, now) => tracks.at(slot, now),
    count: () => markers.reduce((sum, { slot }) => sum + (tracks.at(slot, 0) ? 1 : 0), 0),
    clear() {
      tracks.clear()
      setMarkers([])
    },
    changed,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
