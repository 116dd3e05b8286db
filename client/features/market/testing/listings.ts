import { OwnedDinosaur } from '../../../../shared/features/inventory/inventory.ts'
import { Listing } from '../../../../shared/features/market/listing.ts'
import { ListingCard } from '../../../../shared/features/market/queries.ts'
import { screenNow } from '../../../testing/renderScreen.tsx'

export const dayMs = 86_400_000

/** A dinosaur on the market, sold by Sam for 4,000 Sylvan Shards. */
export const cardOf = (
  id: string,
  item: Readonly<Record<string, unknown>>,
  more: Partial<ListingCard> = {},
): ListingCard =>
  ListingCard.parse({
    id,
    item: { kind: 'dinosaur', source: 'grown', gender: 'Female', ...item },
    price: { currency: 'sylvanShards', amount: 4_000 },
    listedAt: screenNow - dayMs,
    endsAt: screenNow + 3 * dayMs,
    seller: { account: 'sam', name: 'Sam' },
    isFrozen: false,
    usual: { confidence: 'none' },
    ...more,
  })

/** The same as its seller has it. */
export const listingOf = (card: ListingCard) => Listing.parse({ entry: `entry of ${card.id}`, fee: 200, ...card })

export const dinosaurOf = (id: string, more: Partial<OwnedDinosaur> = {}) =>
  OwnedDinosaur.parse({
    id,
    state: 'stored',
    source: 'shop',
    species: 'Triceratops',
    gender: null,
    storedAt: screenNow - dayMs,
    delivery: null,
    steps: 1,
    ...more,
  })
