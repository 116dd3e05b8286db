import type { SearchDefinition } from '../fields.ts'

interface Animal {
  readonly name: string
  readonly species: string
  readonly source: 'grown' | 'shop' | 'marketplace'
  /** Percent. */
  readonly growth: number
  readonly kills: number | null
  readonly playMs: number | null
  readonly gotAt: number
  readonly tags: readonly string[]
}

/** Epoch ms. */
export const at = Date.UTC(2026, 2, 9, 12)

export const animal = (more: Partial<Animal>): Animal => ({
  name: '',
  species: 'Triceratops',
  source: 'grown',
  growth: 100,
  kills: 0,
  playMs: null,
  gotAt: 0,
  tags: [],
  ...more,
})

export const animals: readonly Animal[] = [
  animal({ name: 'Spike', source: 'shop', growth: 57, kills: 1, playMs: 90 * 60_000, tags: ['big', 'calm'] }),
  animal({
    name: 'Rex',
    species: 'Tyrannosaurus',
    kills: 3,
    playMs: 91 * 60_000,
    gotAt: Date.UTC(2026, 2, 2, 23, 59),
    tags: ['big'],
  }),
  animal({ name: 'Old Tri', gotAt: Date.UTC(2026, 2, 3) }),
  animal({ name: 'Zoé', species: 'Troodon', source: 'marketplace', growth: 20, kills: null }),
]

/** A definition with a field of each kind. */
export const sampleSearch: SearchDefinition<Animal> = {
  noun: 'animal',
  fields: [
    {
      kind: 'text',
      name: 'species',
      what: 'Species',
      example: 'species:tri',
      isLike: true,
      read: ({ species }) => species,
    },
    { kind: 'text', name: 'name', what: 'Name', example: 'name:spike', isOptional: true, read: ({ name }) => name },
    {
      kind: 'choice',
      name: 'source',
      what: 'Where it is from',
      example: 'source:shop',
      values: ['grown', 'shop', 'marketplace'],
      isLike: true,
      read: ({ source }) => source,
    },
    { kind: 'choice', name: 'tag', what: 'Tag', example: 'tag:big', values: ['big', 'calm'], read: ({ tags }) => tags },
    {
      kind: 'share',
      name: 'growth',
      what: 'Growth',
      example: 'growth>0.5',
      isLike: true,
      read: ({ growth }) => growth / 100,
    },
    { kind: 'number', name: 'kills', what: 'Kills', example: 'kills>2', isOptional: true, read: ({ kills }) => kills },
    {
      kind: 'duration',
      name: 'played',
      what: 'Play time',
      example: 'played>2h',
      isOptional: true,
      read: ({ playMs }) => playMs,
    },
    { kind: 'date', name: 'got', what: 'When you got it', example: 'got>2026-03-01', read: ({ gotAt }) => gotAt },
    { kind: 'duration', name: 'age', what: 'How long ago', example: 'age<7d', read: ({ gotAt }, now) => now - gotAt },
  ],
  words: ({ name, species }) => [name, species],
}
