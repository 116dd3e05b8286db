import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { readsMoneyOfOthers } from '../../engine/permissions.ts'
import { mostCurrency, sinks } from '../ledger/accounts.ts'
import { currencies } from '../world/currencies.ts'

const Amount = z.int().nonnegative().max(mostCurrency).default(0)

/** Whole, never below zero. */
export const Balances = z.object({ voidPearls: Amount, razorTalons: Amount, sylvanShards: Amount })
export type Balances = z.infer<typeof Balances>

/** What was set aside for a delivery or a listing, as `holdCurrency` places it. */
const Hold = z.object({
  currency: z.enum(currencies),
  amount: z.int().min(1).max(mostCurrency),
  /** Epoch ms. */
  placedAt: z.number(),
  /** What it is spent on when it is posted. */
  cause: z.enum(sinks).default('redemption'),
  /** Id of the delivery or listing. */
  subject: z.string().nullable().default(null),
  /** Name of what it pays for. */
  item: z.string().default(''),
  /** The operation that placed it: a release names it. */
  operation: z.string().default(''),
})

const Sum = z.int().default(0)

/** What came in; what went out where it is negative. */
const Flow = z.object({ voidPearls: Sum, razorTalons: Sum, sylvanShards: Sum })
export type Flow = z.infer<typeof Flow>

/**
 * The currency of one user. Only `post` of the ledger changes it. Balances and holds together are at all times the sum of the flows. The key
 * is the account id.
 */
export const Wallet = Balances.extend({
  holds: z.record(z.string(), Hold).default({}),
  /**
   * What each account of the house (`faucet:…`, `sink:…`) has ever given to this wallet, or taken from it, and `transfer` the wallets of
   * others. The totals of the house are the sums over all wallets.
   */
  flows: z.record(z.string(), Flow).default({}),
})
export type Wallet = z.infer<typeof Wallet>

export const wallet = defineDocument({
  kind: 'wallet',
  schema: Wallet,
  readableBy: (viewer, key) => itsPlayer(viewer, key) || readsMoneyOfOthers(viewer.can),
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('wallet', (own: Wallet) => own, {
    voidPearls: 'theirs',
    razorTalons: 'theirs',
    sylvanShards: 'theirs',
    holds: 'theirs',
    flows: 'theirs',
  }),
  erased: 'byFeature',
  audited: null,
})
