import { z } from 'zod'
import { defineArchive } from '../../engine/archive.ts'
import { defineDocument, exportedAs, holdersOf, itsPlayer } from '../../engine/document.ts'
import { currencies } from '../world/currencies.ts'

const Sum = z.int().nonnegative().default(0)

/** What passed to one user on one day without its worth coming back; all 0 where one only bought from the other at the usual price. */
export const Passed = z.object({
  voidPearls: Sum,
  razorTalons: Sum,
  sylvanShards: Sum,
  dinosaurs: Sum,
  times: Sum,
  /** Gifts, sales and payments: the entry stays while one of them is left. */
  trades: Sum,
})
export type Passed = z.infer<typeof Passed>

/** By UTC day, as 2026-11-22, and by account. */
const Days = z.record(z.string(), z.record(z.string(), Passed)).default({})

const PassedDays = z.object({ gave: Days, got: Days })
type PassedDays = z.infer<typeof PassedDays>

/** What a user gave to others and got from them in the days that limits count. The key is the account id. */
export const passedDays = defineDocument({
  kind: 'passedDays',
  schema: PassedDays,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('passedDays', rowsOf, {
    day: 'theirs',
    direction: 'theirs',
    other: 'another',
    voidPearls: 'theirs',
    razorTalons: 'theirs',
    sylvanShards: 'theirs',
    dinosaurs: 'theirs',
    times: 'theirs',
    trades: 'theirs',
  }),
  erased: 'byFeature',
  audited: null,
})

function rowsOf({ gave, got }: PassedDays) {
  const rows = (direction: 'gave' | 'got', days: PassedDays['gave']) =>
    Object.entries(days).flatMap(([day, others]) =>
      Object.entries(others).map(([other, passed]) => ({ day, direction, other, ...passed })),
    )
  return [...rows('gave', gave), ...rows('got', got)]
}

/**
 * Why staff may want to look at a trade. `gift`: nothing came back. `above`, `below`: the price was far from the usual one. `unpriced`: there
 * was not a usual price. `newPlayer`: the one whose worth passed had hardly been seen in the game.
 */
export const tradeSigns = ['gift', 'above', 'below', 'unpriced', 'newPlayer'] as const
export const TradeSign = z.enum(tradeSigns)
export type TradeSign = z.infer<typeof TradeSign>

/** Everything that went from one user to another: gifts, and sales with their price. Staff see flows in one direction by it. */
export const trades = defineArchive({
  kind: 'trades',
  schema: z.object({
    /** Of the ledger, or of the inventory's history. */
    operation: z.string(),
    kind: z.enum(['gift', 'sale']),
    /** The account that gave or sold. */
    from: z.string(),
    /** The account that got or bought. */
    to: z.string(),
    /** Name of the dinosaur or skin; empty for currency. */
    item: z.string().default(''),
    /** Of the gift, or of the price. */
    currency: z.enum(currencies).nullable().default(null),
    amount: z.int().nonnegative().default(0),
    /** What the same sold for before; null where that is not known. */
    usual: z.int().nonnegative().nullable().default(null),
    signs: z.array(TradeSign).default([]),
    /** Of a row by which staff undid a sale: the operation of that sale. */
    reverses: z.string().optional(),
  }),
  readableBy: holdersOf('settleEconomy'),
  persons: { from: 'from', to: 'to' },
  fields: {
    operation: 'event',
    kind: 'event',
    from: 'from',
    to: 'to',
    item: 'event',
    currency: 'event',
    amount: 'event',
    usual: 'event',
    signs: ['from', 'to'],
    reverses: 'event',
  },
  // Ids of erased accounts lead to no person.
  erased: 'emptied',
  keptDays: 90,
  audited: null,
})
