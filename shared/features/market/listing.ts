import { z } from 'zod'
import { defineDocument, everyone, exportedAs, itsPlayer, nobody, notPersonal } from '../../engine/document.ts'
import { bucketOf } from '../../engine/hashBuckets.ts'
import { OwnedDinosaur } from '../inventory/inventory.ts'
import { Price } from '../ledger/accounts.ts'
import { OwnedSkin } from '../skins/ownedSkins.ts'

/** How many open listings an account has at most. */
export const mostListings = 50
/** Listings that a user opens on one UTC day: each leaves rows for good, including one that is withdrawn at once. */
export const mostListingsADay = 200

/** What can be sold: the tabs of the market. */
export const listedKinds = ['dinosaur', 'skin'] as const
export const ListedKind = z.enum(listedKinds)
export type ListedKind = z.infer<typeof ListedKind>

const { source, species, gender, growth, health, mutations, skin, skinColours, playMs, kills, deaths } =
  OwnedDinosaur.shape
const known = { source, species, gender, growth, health, mutations, skin, skinColours, playMs, kills, deaths }

/** What buyers see of a dinosaur or a skin. While it is listed it does not change. */
export const ListedItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dinosaur'), ...known }),
  z.object({
    kind: z.literal('skin'),
    ...OwnedSkin.pick({ source: true, species: true, skin: true, colours: true }).shape,
  }),
])
export type ListedItem = z.infer<typeof ListedItem>

/** Something that is for sale. Its price, fee and end are those that its seller was shown, whatever the owner sets meanwhile. */
export const Listing = z.object({
  id: z.string(),
  item: ListedItem,
  /** Id of the entry of the seller's inventory, or of their skins: the listing has it. */
  entry: z.string(),
  price: Price,
  /** Of the price, for the house: the seller gets the rest. */
  fee: z.int().nonnegative(),
  /** Epoch ms. */
  listedAt: z.number(),
  endsAt: z.number(),
})
export type Listing = z.infer<typeof Listing>

/**
 * What one user sells. The key is the account id. A page watches those of the sellers whom it shows, so that what is sold or withdrawn leaves
 * it at once; and a purchase writes this one alone, however many listings there are.
 */
export const listings = defineDocument({
  kind: 'listings',
  schema: z.object({ open: z.record(z.string(), Listing).default({}) }),
  readableBy: everyone,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('listings', ({ open }: { open: Readonly<Record<string, Listing>> }) => Object.values(open), {
    id: 'theirs',
    item: 'theirs',
    entry: 'theirs',
    price: 'theirs',
    fee: 'theirs',
    listedAt: 'theirs',
    endsAt: 'theirs',
  }),
  erased: 'byFeature',
  audited: null,
})

/** How a listing ended for its seller, and `bought` for its buyer. */
const listingEnds = ['sold', 'bought', 'withdrawn', 'ended'] as const

/** A listing that is over. The other side of a sale has one of its own: neither names the other. */
export const PastListing = Listing.omit({ endsAt: true }).extend({
  end: z.enum(listingEnds),
  /** Epoch ms. */
  endedAt: z.number(),
  /** The operation of the ledger; null where nothing was sold. */
  operation: z.string().nullable(),
  /** The operation by which its seller had got what was sold: it counts again when staff undo the sale. Null where nothing was sold. */
  gotBy: z.string().nullable().default(null),
  /** Staff refunded that operation after the sale: its seller is not given back what was sold, but who had it before may be. */
  isRefunded: z.boolean().default(false),
  /** What its seller had paid for the skin on it with, as in the inventory: it counts again, too. */
  skinPaidBy: z.string().nullable().default(null),
  /** The usual price with which the limits of gifts compared the price; null where none was known. For sellers, and of newer releases only. */
  usual: z.int().nonnegative().nullable().optional(),
  /** When staff undid the sale; null if they did not. */
  reversedAt: z.number().nullable().default(null),
})
export type PastListing = z.infer<typeof PastListing>

/** Of more than these the oldest are forgotten, and of listings that were withdrawn or ended before sales. */
export const mostPastListings = 100
/**
 * Sales of so many days are kept beyond that, so that no one can make staff unable to undo one by trading on; but at most so many. The
 * operations of those that are forgotten stay in the ledger.
 */
export const reversibleDays = 30
export const mostReversible = 500

/** What one user sold, bought, withdrew or got back. The key is the account id. */
export const marketPast = defineDocument({
  kind: 'marketPast',
  schema: z.object({
    past: z.record(z.string(), PastListing).default({}),
    /** The UTC day, as 2026-11-22, and how many listings were opened on it. */
    day: z.string().default(''),
    opened: z.int().nonnegative().default(0),
  }),
  readableBy: (viewer, key) => itsPlayer(viewer, key) || viewer.can('settleEconomy'),
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'marketPast',
    ({ past }: { past: Readonly<Record<string, PastListing>> }) => Object.values(past),
    {
      id: 'theirs',
      item: 'theirs',
      entry: 'theirs',
      price: 'theirs',
      fee: 'theirs',
      listedAt: 'theirs',
      end: 'theirs',
      endedAt: 'theirs',
      operation: 'theirs',
      gotBy: 'theirs',
      isRefunded: 'theirs',
      skinPaidBy: 'theirs',
      usual: 'theirs',
      reversedAt: 'theirs',
    },
  ),
  erased: 'cleared',
  audited: 'marketAudit',
})

/** How many sales are remembered at most in `soldOn`; of more the oldest are forgotten. */
export const mostSoldOn = 500

/**
 * Sales of which staff returned the price alone because their buyer had sold on what was sold. It belongs to the seller again, so it goes there
 * when staff undo the later sale, too. The sides of a sale do not name each other, so this does.
 */
export const soldOn = defineDocument({
  kind: 'soldOn',
  /** By operation of the ledger; in the order in which staff undid them. */
  schema: z.object({ sellers: z.record(z.string(), z.string()).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})
export const soldOnKey = 'all'

/** Who sells something now, in buckets by `sellerBucketOf`. It lists the documents in which a search looks. */
export const marketSellers = defineDocument({
  kind: 'marketSellers',
  schema: z.object({ accounts: z.record(z.string(), z.literal(true)).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

export const sellerBuckets = 16
/** The key of the document in which a seller is. */
export const sellerBucketOf = (account: string): string => bucketOf(account, sellerBuckets)

/**
 * Changes with every listing, sale and end: a page that was searched at another revision offers to search again. The document is a number, so
 * what it costs does not grow with the market.
 */
export const marketBoard = defineDocument({
  kind: 'marketBoard',
  schema: z.object({ revision: z.int().nonnegative().default(0) }),
  readableBy: everyone,
  memory: 'live',
  ...notPersonal('counts changes of the market'),
})
export const marketBoardKey = 'all'

/** How many species a user watches at most. */
export const mostWatched = 20

/** The species that a user watches. The key is the account id. */
export const marketWatches = defineDocument({
  kind: 'marketWatches',
  /** By species, as the game names it; `seenAt`: up to when its user has seen the news. Epoch ms. */
  schema: z.object({ species: z.record(z.string(), z.object({ seenAt: z.number() })).default({}) }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'marketWatches',
    ({ species }: { species: Readonly<Record<string, { seenAt: number }>> }) =>
      Object.entries(species).map(([name, { seenAt }]) => ({ species: name, seenAt })),
    { species: 'theirs', seenAt: 'theirs' },
  ),
  erased: 'cleared',
  audited: null,
})

/**
 * When something of a species was listed last. The key is the species. A user who watches the species compares it with `seenAt`: so a listing writes
 * one document, however many watch, and a user who was away sees it on coming back.
 */
export const marketNews = defineDocument({
  kind: 'marketNews',
  schema: z.object({
    /** Epoch ms; 0 before the first one. */
    lastAt: z.number().default(0),
    /** Id of the latest listing. */
    listing: z.string().default(''),
  }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('tells when something was listed, and not by whom'),
})
