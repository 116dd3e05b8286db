import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { currencies } from '../world/currencies.ts'

/** A whole number that may be above what a number holds exactly: a sum over many wallets. */
const Sum = z.string().regex(/^-?\d{1,30}$/)

const InCurrency = z.object({
  currency: z.enum(currencies),
  /** Balances and holds of all users, and what was left of erased ones. */
  supply: Sum,
  /** Of these in holds. */
  held: Sum,
  /** By how much the wallets differ from the ledger: 0. */
  drift: Sum,
})

const Flow = z.object({
  /** Of an account of the house. */
  kind: z.enum(['faucet', 'sink']),
  cause: z.string(),
  /** What it ever made, or took. */
  amounts: z.object({ voidPearls: Sum, razorTalons: Sum, sylvanShards: Sum }),
})

/** The totals of the house, as this node keeps them: they are read, never summed up. */
export const readHouse = defineQuery({
  name: 'economy.readHouse',
  permission: 'ownerPanel',
  input: z.object({}),
  output: z.object({
    currencies: z.array(InCurrency),
    flows: z.array(Flow),
    /** Users with a wallet. */
    wallets: z.int(),
  }),
  perMinute: 60,
})
