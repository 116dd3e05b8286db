import { z } from 'zod'
import { currencies } from '../world/currencies.ts'

/** No balance and no amount is above this. */
export const mostCurrency = 1_000_000_000_000

/** An amount that can be given or asked for. */
export const PositiveAmount = z.int().min(1).max(mostCurrency)

/** Where currency comes from: accounts of the house. Their sum is all currency that was ever created. */
export const faucets = [
  'staffGrant',
  'dailyBonus',
  'welcomeGrant',
  'demoGrant',
  'trivia',
  'achievement',
  'eventReward',
  'challenge',
  'campaign',
] as const
export type Faucet = (typeof faucets)[number]

/** What currency is spent on: accounts of the house. Their sum is all currency that was ever spent. A feature that sells something adds its own. */
export const sinks = ['shop', 'redemption', 'marketFee', 'skin'] as const
export type Sink = (typeof sinks)[number]

/** Why currency passes from one user to another. */
export const transferCauses = ['marketSale', 'gift'] as const

/** An amount with its currency. */
export const Price = z.object({ currency: z.enum(currencies), amount: PositiveAmount })
export type Price = z.infer<typeof Price>

/**
 * The account of an entry, as the ledger writes it. `player` and `other` are the wallets of the two users whom a row names, `hold:…` is set
 * aside from the wallet of `player`, `faucet:…` and `sink:…` are the house, and `closed` has what was left in the wallets of erased users.
 */
export const LedgerAccount = z.string().max(100)
