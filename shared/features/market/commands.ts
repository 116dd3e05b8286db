import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { dinosaurOfSpecies } from '../catalogue/dinosaurs.ts'
import { entryRefusals } from '../inventory/commands.ts'
import { PositiveAmount, Price } from '../ledger/accounts.ts'
import { moneyRefusals } from '../ledger/commands.ts'
import { skinRefusals } from '../skins/commands.ts'
import { tradeRefusals } from '../trades/limits.ts'
import { species as speciesTable } from '../world/species.ts'
import { AskedPrice } from './fee.ts'
import { ListedKind, mostListings, mostListingsADay, mostWatched } from './listing.ts'

export const longestReversalReason = 200
/** Of what is listed: a dinosaur or a skin. */
const heldRefusals = { ...entryRefusals, ...skinRefusals } as const

const closed = 'The market is closed: currency or the inventory is switched off on this hub.'
const banned = "You're banned from the game, so you can't trade. What you listed is kept for you."

/** Puts a dinosaur or a skin of one's own on the market. Until it is sold, withdrawn or ended, nothing else can be done with it. */
export const openListing = defineCommand({
  name: 'market.openListing',
  permission: 'play',
  /** `fee`: what the seller was shown by `feeOf`. Any other is refused. The currency is that of the species: `marketCurrencyOf`. */
  input: z.strictObject({
    item: z.strictObject({ kind: ListedKind, id: Id }),
    price: AskedPrice,
    fee: z.int().nonnegative(),
  }),
  output: z.object({
    listing: z.string(),
    price: Price,
    fee: z.int(),
    proceeds: z.int(),
    /** Epoch ms. */
    endsAt: z.number(),
  }),
  refusals: {
    ...heldRefusals,
    closed,
    banned,
    feeChanged:
      'The fee for this price changed from {seen} to {now}. Nothing was listed. Check what you get and try again.',
    tooMany: `You can have at most ${mostListings} open listings. Withdraw one first.`,
    dayFull: `You can list ${mostListingsADay} things a day. Try again after 00:00 UTC.`,
    locked: 'It is on its way or for sale already. Wait for its outcome, or withdraw the listing first.',
    notTradable: "You got it only recently, so you can't sell it yet. You can from {when}.",
  },
})

/** Buys what is listed: it and the price change hands in the same moment, or nothing does. */
export const buyListing = defineCommand({
  name: 'market.buyListing',
  permission: 'play',
  /** `price`: what the buyer was shown. Any other is refused. */
  input: z.strictObject({ seller: Id, listing: Id, price: AskedPrice }),
  output: z.object({
    /** Id of the entry, now in the inventory of the buyer. */
    entry: z.string(),
    /** Of the ledger. */
    operation: z.string(),
    name: z.string(),
    price: Price,
    newBalance: z.int(),
    /** Epoch ms from which on the buyer may sell it; null for at once. */
    tradableAt: z.number().nullable(),
  }),
  refusals: {
    ...heldRefusals,
    ...moneyRefusals,
    ...tradeRefusals,
    closed,
    banned,
    gone: 'It has just been sold or withdrawn. Nothing was bought.',
    repriced: 'The price changed from {seen} to {now}. Nothing was bought. Check the new price and try again.',
    yourOwn: "You're selling this yourself.",
    frozen: "Its seller can't trade right now, so it can't be bought. Nothing was bought.",
    tooPoor: 'Not enough {currency}: you need {more} more.',
    tooRich: "Its seller's wallet is full, so it can't be bought right now. Nothing was bought.",
    full: 'Your inventory is full. Redeem, sell or release a dinosaur first.',
  },
})

/** Takes back what one has listed. */
export const withdrawListing = defineCommand({
  name: 'market.withdrawListing',
  permission: 'play',
  input: z.strictObject({ listing: Id }),
  output: z.object({ entry: z.string() }),
  refusals: { ...heldRefusals, gone: 'It has just been sold, or it is no longer listed.' },
})

/** The time of a listing is over. */
export const endListing = defineCommand({
  name: 'market.endListing',
  permission: 'hub',
  input: z.object({ seller: Id, listing: Id }),
  output: z.object({}),
  refusals: heldRefusals,
})

const Species = z
  .string()
  .refine(
    (name) => Object.hasOwn(speciesTable, name) || dinosaurOfSpecies(name) !== undefined,
    'There is no such species.',
  )

/** Shows a notice whenever something of a species is listed. Watching one that is watched already changes nothing. */
export const watchSpecies = defineCommand({
  name: 'market.watchSpecies',
  permission: 'play',
  input: z.strictObject({ species: Species }),
  output: z.object({}),
  refusals: { tooMany: `You can watch at most ${mostWatched} species. Stop watching one first.` },
})

export const unwatchSpecies = defineCommand({
  name: 'market.unwatchSpecies',
  permission: 'play',
  input: z.strictObject({ species: Species }),
  output: z.object({}),
  refusals: {},
})

/** Puts the news of watched species away. */
export const dismissMarketNotices = defineCommand({
  name: 'market.dismissNotices',
  permission: 'play',
  input: z.strictObject({
    species: z.array(Species).max(mostWatched).default([]),
  }),
  output: z.object({}),
  refusals: {},
})

/**
 * Staff undo a sale: the buyer gets the price back, fee included, and the seller what was sold, where the buyer still has it. What the buyer paid
 * for a skin that they have put on it goes back, too. `market.readSale` tells beforehand what would happen.
 */
export const reverseSale = defineCommand({
  name: 'market.reverseSale',
  permission: 'settleEconomy',
  input: z.strictObject({
    operation: Id,
    seller: Id,
    buyer: Id,
    /** Undo it though the buyer no longer has what was sold: only the money goes back. */
    moneyOnly: z.boolean().default(false),
    reason: z
      .string()
      .trim()
      .min(3, 'Say why, in at least 3 characters.')
      .max(longestReversalReason, `A reason can have at most ${longestReversalReason} characters.`),
  }),
  output: z.object({
    /** Of the ledger: it names the original. */
    operation: z.string(),
    refunded: PositiveAmount,
    /** Whether what was sold is with its seller again. */
    isItemBack: z.boolean(),
  }),
  refusals: {
    ...heldRefusals,
    ...moneyRefusals,
    gone: 'There is no such sale, or it was too long ago to be undone.',
    reversed: 'This sale has already been undone.',
    notYourself: "You can't undo a sale of your own. Ask an owner.",
    above: 'You can undo only sales of players of a lower role than yours.',
    tooPoor:
      'The seller has only {has} of the {needed} {currency} left, so the sale cannot be undone. Nothing changed.',
    tooRich: "The buyer's wallet is full, so the price cannot go back. Nothing changed.",
    sellerTooRich:
      "The seller's wallet is full, so what they paid for the dinosaur's skin cannot go back. Nothing changed.",
    locked: 'What was sold is on its way into the game. Wait for its outcome.',
    used: 'The buyer no longer has what was sold. If they sold it on, undo that sale first. Undo the payment only, if that is right.',
    stillThere: 'The buyer still has what was sold. Undo the whole sale.',
  },
})
