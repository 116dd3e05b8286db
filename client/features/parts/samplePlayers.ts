import { species } from '../../../shared/features/world/species.ts'

/** A player of the samples. */
export interface SamplePlayer {
  readonly id: string
  readonly name: string
  readonly species: string
  /** Percent. */
  readonly growth: number
  readonly health: number
  readonly place: string
  readonly pearls: number
  /** Ms of this session. */
  readonly playedMs: number
}

const first = [
  'Ash',
  'Bracken',
  'Cinder',
  'Dusk',
  'Ember',
  'Fern',
  'Gale',
  'Heath',
  'Iris',
  'Juniper',
  'Kestrel',
  'Lark',
]
const second = ['walker', 'tooth', 'wing', 'fern', 'claw', 'song', 'stone', 'tail']
const places = ['near Swamps', 'near North Lake', 'near Highlands', 'near South Plains', 'near Water Access']
const names = Object.keys(species)

/** As many players as asked for, always the same. */
export const samplePlayers = (count: number): readonly SamplePlayer[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `sample-${at}`,
    name: `${first[at % first.length]}${second[(at * 5) % second.length]}${at < 12 ? '' : at}`,
    species: names[(at * 7) % names.length] ?? '',
    growth: (at * 37) % 101,
    health: 100 - ((at * 13) % 80),
    place: `${'ABCDEFGH'[(at * 3) % 8]}${1 + ((at * 5) % 8)}, ${places[at % places.length]}`,
    pearls: (at * 7919) % 12_000,
    playedMs: ((at * 53) % 400) * 60_000,
  }))
