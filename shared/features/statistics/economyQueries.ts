import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { currencies } from '../world/currencies.ts'
import { Figure } from './dashboard.ts'

const Amount = z.number()
const InEach = z.object({ voidPearls: Amount, razorTalons: Amount, sylvanShards: Amount })
const Values = z.array(Amount.nullable())

const InCurrency = z.object({
  currency: z.enum(currencies),
  /** In all wallets and holds, exact, as text. */
  supply: z.string(),
  held: z.string(),
  /** By how much wallets and ledger differ: "0". */
  drift: z.string(),
  /** Spent and passed between users in this period, divided by the mean supply of this period. */
  velocity: Figure,
  /** Percent of the supply in the richest hundredth of the wallets that are not empty (at least one). */
  richestShare: Figure,
  /** In wallets without any movement in the last 30 days. */
  asleep: Figure,
  /** Made less spent in this period. */
  growth: Figure,
})

/** Something that was sold (and not refunded by staff) or paid in this period, by currency: what "what if" rests on. */
const Sold = z.object({
  cause: z.string(),
  item: z.string(),
  currency: z.enum(currencies),
  times: Amount,
  amount: Amount,
})
const Paid = z.object({ cause: z.string(), currency: z.enum(currencies), times: Amount, amount: Amount })
export type Sold = z.infer<typeof Sold>
export type Paid = z.infer<typeof Paid>

/** The economy of these days. Amounts are whole; above 9 · 10¹⁵ they are rounded, except those given as text. */
export const readEconomy = defineQuery({
  name: 'statistics.readEconomy',
  permission: 'ownerPanel',
  perMinute: 60,
  input: z.strictObject({ days: z.literal([7, 30, 90, 365]).default(30) }),
  output: z.object({
    /** As 2026-11-22. */
    days: z.array(z.string()),
    currencies: z.array(InCurrency),
    /** At the end of each day, parallel to `days`. */
    supply: z.object({ voidPearls: Values, razorTalons: Values, sylvanShards: Values }),
    /** Ways in (`faucet`), out (`sink`) and between users (`transfer`) in this period, the largest first. `cause` is '' for transfers. */
    ways: z.array(
      z.object({ kind: z.enum(['faucet', 'sink', 'transfer']), cause: z.string(), amounts: InEach, times: Amount }),
    ),
    sold: z.array(Sold),
    paid: z.array(Paid),
    /** Medians of real sales on the market. `grown`: the dinosaurs that grew in the game. */
    usualPrices: z.array(
      z.object({
        species: z.string(),
        age: z.enum(['grown', 'young']),
        confidence: z.enum(['day', 'week', 'month']),
        price: Amount,
        sales: Amount,
      }),
    ),
    apex: z.object({
      /** The cheapest apex that the shop sells now. */
      name: z.string().nullable(),
      price: Amount.nullable(),
      currency: z.enum(currencies),
      /** What a player earned of it in an hour of play, on average over these days, without what staff gave. */
      perHour: Figure,
      hours: Figure,
    }),
    oldestHold: z
      .object({ at: z.number(), cause: z.string(), currency: z.enum(currencies), amount: Amount, item: z.string() })
      .nullable(),
    holds: z.int(),
    /** Users with a wallet that is not empty. */
    wallets: z.int(),
    /** When the wallets were last looked through, for the richest, what is asleep and the oldest hold; null: not yet. */
    walletsAt: z.number().nullable(),
    firstAt: z.number().nullable(),
  }),
})
