import type { AmountField, AmountKind, SearchDefinition, SearchField, TextField } from '../../engine/search/fields.ts'
import { itemNamed } from '../catalogue/catalogue.ts'
import { dinosaurOfSpecies } from '../catalogue/dinosaurs.ts'
import { type Rarity, rarities } from '../catalogue/items.ts'
import { type Diet, dietOf, speciesName } from '../world/species.ts'
import type { ListedItem, Listing } from './listing.ts'

/** A listing with what is known of its item. */
export interface FoundListing extends Pick<Listing, 'item' | 'price' | 'listedAt' | 'endsAt'> {
  readonly sellerName: string
}

/** What an item is called on its card, in the ledger and in notices. */
export const listedName = (item: ListedItem): string =>
  item.kind === 'skin'
    ? `${itemNamed(item.skin)?.name ?? item.skin} for ${speciesName(item.species)}`
    : speciesName(item.species)

/** Of a dinosaur its species', of a skin its own; null where the catalogue has none. */
export function rarityOf(item: ListedItem): Rarity | null {
  if (item.kind === 'dinosaur') return dinosaurOfSpecies(item.species)?.rarity ?? null
  const skin = itemNamed(item.skin)
  return skin?.kind === 'skin' ? skin.rarity : null
}

export const listedDietOf = ({ species }: Pick<ListedItem, 'species'>): Diet | 'unknown' => dietOf(species)

type Field = SearchField<FoundListing>

const text = (name: string, what: string, example: string, read: TextField<FoundListing>['read']): Field => ({
  kind: 'text',
  name,
  what,
  example,
  isOptional: true,
  read,
})
const amount = (
  kind: AmountKind,
  [name, what, example]: readonly [name: string, what: string, example: string],
  read: AmountField<FoundListing>['read'],
): Field => ({ kind, name, what, example, isOptional: true, read })

const spaced = (id: string) => id.replaceAll('-', ' ')
const shareOf = (percent: number | null) => (percent === null ? null : percent / 100)

/** The search of the market. */
export const marketSearch: SearchDefinition<FoundListing> = {
  noun: 'listing',
  fields: [
    {
      ...text('species', 'Species', 'species:tri', ({ item }) => [
        ...new Set([speciesName(item.species), item.species]),
      ]),
      isLike: true,
    },
    text('seller', 'Who sells it', 'seller:"Old Scar"', ({ sellerName }) => sellerName),
    text('skin', 'Its skin', 'skin:albino', ({ item }) => item.skin && spaced(item.skin)),
    text('mutation', 'A mutation it has', 'mutation:nocturnal', ({ item }) =>
      item.kind === 'dinosaur' ? item.mutations.map(spaced) : null,
    ),
    {
      kind: 'choice',
      name: 'diet',
      what: 'What it eats',
      example: 'diet:herbivore',
      isOptional: true,
      values: ['carnivore', 'herbivore', 'omnivore'],
      read({ item }) {
        const diet = listedDietOf(item)
        return diet === 'unknown' ? null : diet
      },
    },
    {
      kind: 'choice',
      name: 'rarity',
      what: 'How rare it is',
      example: 'rarity:apex',
      isOptional: true,
      isLike: true,
      values: rarities,
      read: ({ item }) => rarityOf(item),
    },
    {
      kind: 'choice',
      name: 'gender',
      what: 'Gender',
      example: 'gender:female',
      isOptional: true,
      values: ['female', 'male'],
      read: ({ item }) => (item.kind === 'dinosaur' ? (item.gender?.toLowerCase() ?? null) : null),
    },
    amount('number', ['price', 'Price', 'price<5000'], ({ price }) => price.amount),
    amount('share', ['growth', 'How far it has grown', 'growth>0.5'], ({ item }) =>
      item.kind === 'dinosaur' ? shareOf(item.growth) : null,
    ),
    amount('share', ['health', 'Health', 'health<50%'], ({ item }) =>
      item.kind === 'dinosaur' ? shareOf(item.health) : null,
    ),
    amount('duration', ['playtime', 'How long it was played', 'playtime>2h'], ({ item }) =>
      item.kind === 'dinosaur' ? item.playMs : null,
    ),
    amount('duration', ['age', 'How long it has been listed', 'age<1d'], ({ listedAt }, now) =>
      Math.max(0, now - listedAt),
    ),
    amount('duration', ['left', 'How long it is still listed', 'left<1d'], ({ endsAt }, now) =>
      Math.max(0, endsAt - now),
    ),
  ],
  words: ({ item, sellerName }) => [listedName(item), item.species, sellerName],
}
