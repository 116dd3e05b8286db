import type { AmountField, AmountKind, SearchDefinition, SearchField, TextField } from '../../engine/search/fields.ts'
import { dinosaurTypes, rarities } from '../catalogue/items.ts'
import { regionName } from '../world/regions.ts'
import { dinosaurSources } from './inventory.ts'
import type { KnownDinosaur } from './knownDinosaur.ts'

type Field = SearchField<KnownDinosaur>

const text = (name: string, what: string, example: string, read: TextField<KnownDinosaur>['read']): Field => ({
  kind: 'text',
  name,
  what,
  example,
  isOptional: true,
  read,
})

interface Choice {
  readonly name: string
  readonly what: string
  readonly example: string
  readonly values: readonly string[]
}
const choice = (words: Choice, read: TextField<KnownDinosaur>['read']): Field => ({
  kind: 'choice',
  isOptional: true,
  ...words,
  read,
})

const amount = (
  kind: AmountKind,
  [name, what, example]: readonly [name: string, what: string, example: string],
  read: AmountField<KnownDinosaur>['read'],
): Field => ({ kind, name, what, example, isOptional: true, read })

const like = (field: Field): Field => ({ ...field, isLike: true })
const shareOf = (percent: number | null) => (percent === null ? null : percent / 100)

/** What the `is:` of a search finds. */
const states = ['stored', 'parking', 'redeeming', 'listed', 'tradable', 'unsure', 'named'] as const

function statesOf({ entry }: KnownDinosaur, now: number): readonly string[] {
  const { state, isUnsure, name, tradableAt } = entry
  const isTradable = state === 'stored' && (tradableAt === null || tradableAt <= now)
  return [state, ...(isUnsure ? ['unsure'] : []), ...(name ? ['named'] : []), ...(isTradable ? ['tradable'] : [])]
}

const spaced = (id: string) => id.replaceAll('-', ' ')

const named: readonly Field[] = [
  like(
    text('species', 'Species', 'species:tri', ({ speciesName, entry }) => [...new Set([speciesName, entry.species])]),
  ),
  text('name', 'The name you gave it', 'name:"Old Scar"', ({ entry }) => entry.name),
]

const carried: readonly Field[] = [
  text('mutation', 'A mutation it has', 'mutation:nocturnal', ({ entry }) => entry.mutations.map(spaced)),
  text('skin', 'Its skin', 'skin:albino', ({ entry }) => entry.skin && spaced(entry.skin)),
  text('place', 'Where it was parked', 'place:swamps', ({ entry }) => regionName(entry.location)),
]

const chosen: readonly Field[] = [
  like(
    choice(
      { name: 'source', what: 'Where it came from', example: 'source:shop', values: dinosaurSources },
      ({ entry }) => entry.source,
    ),
  ),
  like(
    choice(
      { name: 'type', what: 'Kind of animal', example: 'type:carnivore', values: dinosaurTypes },
      ({ category }) => category,
    ),
  ),
  choice(
    { name: 'diet', what: 'What it eats', example: 'diet:herbivore', values: ['carnivore', 'herbivore', 'omnivore'] },
    ({ diet }) => (diet === 'unknown' ? null : diet),
  ),
  like(
    choice(
      { name: 'rarity', what: 'How rare its species is', example: 'rarity:apex', values: rarities },
      ({ rarity }) => rarity,
    ),
  ),
  choice({ name: 'is', what: 'What can be done with it', example: 'is:tradable', values: states }, statesOf),
  choice(
    { name: 'gender', what: 'Gender', example: 'gender:female', values: ['female', 'male'] },
    ({ entry }) => entry.gender?.toLowerCase() ?? null,
  ),
]

const amounts: readonly Field[] = [
  like(amount('share', ['growth', 'How far it has grown', 'growth>0.5'], ({ growth }) => growth)),
  amount('share', ['health', 'Health', 'health<50%'], ({ entry }) => shareOf(entry.health)),
  amount('share', ['hunger', 'Food it has left', 'hunger<50%'], ({ entry }) => shareOf(entry.hunger)),
  amount('share', ['thirst', 'Water it has left', 'thirst<50%'], ({ entry }) => shareOf(entry.thirst)),
  amount('number', ['weight', 'Weight of an adult in kg', 'weight>2000'], ({ weightKg }) => weightKg),
  amount('number', ['level', 'The level it reached by play time', 'level>=2'], ({ level }) => level),
  amount('number', ['kills', 'Kills', 'kills>5'], ({ entry }) => entry.kills),
  amount('duration', ['playtime', 'How long you played it', 'playtime>2h'], ({ entry }) => entry.playMs),
  amount('date', ['acquired', 'The day you got it', 'acquired>2026-03-01'], ({ acquiredAt }) => acquiredAt),
  amount('duration', ['age', 'How long you have had it', 'age<7d'], ({ acquiredAt }, now) =>
    acquiredAt === null ? null : Math.max(0, now - acquiredAt),
  ),
]

/** The search in an inventory. */
export const dinosaurSearch: SearchDefinition<KnownDinosaur> = {
  noun: 'dinosaur',
  fields: [...named, ...chosen, ...amounts, ...carried],
  words: ({ name, speciesName, entry }) => [name, speciesName, entry.species],
}
