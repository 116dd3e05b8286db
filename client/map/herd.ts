import type { Roster } from '../../shared/features/roster/roster.ts'
import { dietOf } from '../../shared/features/world/species.ts'
import { type Form, formOf, type Kind } from './forms.ts'
import type { Bearing, Tracks } from './tracks.ts'

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
  readonly kind: Kind
  readonly form: Form
  /** Percent of adult size. */
  readonly growth: number
  readonly dead: boolean
}

/** What a marker is made of. */
export interface Sighting extends Pick<Marker, 'id' | 'slot' | 'name' | 'growth' | 'dead'> {
  readonly species: string
  readonly label?: string
  readonly relation?: Relation
  readonly leads?: boolean
}

export const markerOf = ({ species, ...sighting }: Sighting): Marker => ({
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
export interface Herd {
  readonly tracks: Tracks
  /** The clock of the tracks, ms. */
  now(): number
  markers(): readonly Marker[]
  /** Those that are one's own or one's pack's, one's own last. The same list until one of them changes. */
  kin(): readonly Marker[]
  setMarkers(markers: readonly Marker[]): void
  find(id: string): Marker | undefined
  at(marker: Marker, now: number): Bearing | null
  /** How many of them have a place. */
  count(): number
  clear(): void
  /** To be called when readings were given to the tracks, or their clock was set: whoever draws is told. */
  changed(): void
  subscribe(listener: () => void): () => void
}

const ranks: Readonly<Record<Relation, number>> = { other: 0, pack: 1, own: 2 }

const kinOf = (markers: readonly Marker[]) =>
  markers.filter(({ relation }) => relation !== 'other').sort((a, b) => ranks[a.relation] - ranks[b.relation])

const isAlike = (a: Marker, b: Marker | undefined) =>
  b !== undefined && Object.keys(a).every((key) => a[key as keyof Marker] === b[key as keyof Marker])

const areAlike = (a: readonly Marker[], b: readonly Marker[]) =>
  a.length === b.length && a.every((marker, index) => isAlike(marker, b[index]))

/** @param clock what `now` of the tracks is read from, ms: a replay lets it run faster, back, or stand */
export function createHerd(tracks: Tracks, clock: () => number = () => performance.now()): Herd {
  let markers: readonly Marker[] = []
  let kin: readonly Marker[] = []
  let holders = new Map<number, string>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const setMarkers = (next: readonly Marker[]) => {
    const heirs = new Map(next.map(({ slot, id }) => [slot, id]))
    for (const [slot, id] of heirs) if ((holders.get(slot) ?? id) !== id) tracks.settle(slot)
    const nextKin = kinOf(next)
    if (!areAlike(nextKin, kin)) kin = nextKin
    markers = next
    holders = heirs
    changed()
  }

  return {
    tracks,
    now: clock,
    markers: () => markers,
    kin: () => kin,
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
