import { z } from 'zod'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { longestSearch } from '../../engine/search/parseSearch.ts'
import { Price } from '../ledger/accounts.ts'
import { BackForSkin } from '../skins/commands.ts'
import { ListedItem, ListedKind, Listing } from './listing.ts'

/** The filter of the page: all, what it eats, or how rare it is. */
export const marketFilters = [
  'all',
  'carnivore',
  'herbivore',
  'apex',
  'legendary',
  'epic',
  'rare',
  'uncommon',
  'common',
] as const
export type MarketFilter = (typeof marketFilters)[number]

export const marketSorts = ['priceLow', 'priceHigh', 'rarity', 'recent'] as const
export type MarketSort = (typeof marketSorts)[number]

const Usual = z.discriminatedUnion('confidence', [
  z.object({ confidence: z.enum(['day', 'week', 'month']), price: z.int(), sales: z.int() }),
  z.object({ confidence: z.literal('none') }),
])

/** A listing as a search finds it. */
export const ListingCard = Listing.omit({ entry: true, fee: true }).extend({
  seller: z.object({ account: z.string(), name: z.string() }),
  /** Its seller is banned: it cannot be bought now, and is not lost. */
  isFrozen: z.boolean(),
  usual: Usual,
})
export type ListingCard = z.infer<typeof ListingCard>

const mostCards = 60

/** What is for sale. Everyone may look. */
export const searchMarket = defineQuery({
  name: 'market.search',
  permission: 'look',
  input: z.object({
    kind: ListedKind.default('dinosaur'),
    filter: z.enum(marketFilters).default('all'),
    sort: z.enum(marketSorts).default('recent'),
    /** A search by `marketSearch`: words, and terms as `growth>0.5`. */
    text: z.string().trim().max(longestSearch).default(''),
    /** The `next` of the page before; null for the first one. */
    after: z.string().max(200).nullable().default(null),
    limit: z.int().min(1).max(mostCards).default(24),
  }),
  output: z.object({
    cards: z.array(ListingCard),
    /** Pass as `after` for the next page; null at the end. What was listed meanwhile neither repeats nor hides a card. */
    next: z.string().nullable(),
    /** How many listings match. */
    total: z.int(),
    /** Compare it with that of `marketBoard`: another one says that the market has changed since. */
    revision: z.int(),
  }),
  refusals: { badSearch: "The search can't be read. {why}" },
  perMinute: 120,
})

/** What would happen if staff undid a sale. Null if the operation is none, or too long ago. */
export const readSale = defineQuery({
  name: 'market.readSale',
  permission: 'settleEconomy',
  /** `player`: seller or buyer. `at`: epoch ms of its line in the ledger. */
  input: z.object({ operation: Id, player: Id, at: z.number() }),
  output: z.object({
    sale: z
      .object({
        seller: z.object({ account: z.string(), name: z.string() }),
        buyer: z.object({ account: z.string(), name: z.string() }),
        item: ListedItem,
        price: Price,
        fee: z.int(),
        at: z.number(),
        /** Whether the buyer still has it; `moving`: on its way into the game. */
        itemIs: z.enum(['withBuyer', 'moving', 'gone']),
        /** What the seller has of the currency, and has to have. */
        sellerHas: z.int(),
        sellerNeeds: z.int(),
        /** Epoch ms; null if it was not undone. */
        reversedAt: z.number().nullable(),
        /** The buyer has sold it on, and staff can undo that sale: it can go back then. */
        isSoldOn: z.boolean().default(false),
        /** Staff have given back what the seller had paid for it, so it does not stay with them. */
        isSellerRefunded: z.boolean().default(false),
        /** Who gets it then: a seller of a sale that staff undid before. Null for no one. */
        goesTo: z.object({ account: z.string(), name: z.string() }).nullable().default(null),
        /** What the buyer put on the dinosaur since, and gets back. */
        skin: BackForSkin,
        /** What the seller had put on it and gets back, where it does not stay with them. */
        sellerSkin: BackForSkin.default(null),
      })
      .nullable(),
  }),
  perMinute: 120,
})
