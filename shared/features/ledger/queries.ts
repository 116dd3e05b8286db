import { z } from 'zod'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { longestSearch } from '../../engine/search/parseSearch.ts'
import { currencies } from '../world/currencies.ts'
import { Cause } from './ledger.ts'

/** What an operation did to one currency of the user whom the page is about. */
const LedgerChange = z.object({
  currency: z.enum(currencies),
  /** Of the balance: in, or out where it is negative. */
  balance: z.int(),
  /** Of what is set aside in holds. */
  held: z.int(),
  /** The balance after it; null where it was not kept. */
  after: z.int().nullable(),
})
export type LedgerChange = z.infer<typeof LedgerChange>

/** One operation, as the user whom it is about sees it. */
export const LedgerLine = z.object({
  /** Unique for each line, and larger for later ones. */
  key: z.string(),
  /** Epoch ms. */
  at: z.number(),
  operation: z.string(),
  cause: Cause,
  changes: z.array(LedgerChange),
  /** Who did it: the user of the page, staff, the hub, or another user. */
  by: z.enum(['you', 'staff', 'hub', 'other']),
  /** For staff: the name of the user who did it. Empty for users who read their own. */
  byName: z.string(),
  /** The name of the other user of a gift, and for staff of every transfer. Empty where that account was erased. */
  otherName: z.string(),
  reason: z.string(),
  /** Name of what was bought or redeemed; empty where it has none. */
  item: z.string(),
  /** Id of the delivery, the listing or the day that it belongs to. */
  subject: z.string().nullable(),
  /** The operation that this one undoes. */
  reverses: z.string().nullable(),
})
export type LedgerLine = z.infer<typeof LedgerLine>

const Moment = z.number().nullable().default(null)

/** A line must match every given field. */
export const LedgerFilter = z.object({
  /** A search by `ledgerSearch`: words, and terms as `amount>500`. */
  text: z.string().trim().max(longestSearch).default(''),
  /** Empty for all. */
  causes: z.array(Cause).max(40).default([]),
  currency: z.enum(currencies).nullable().default(null),
  direction: z.enum(['in', 'out']).nullable().default(null),
  /** Epoch ms, both inclusive. */
  from: Moment,
  to: Moment,
})
export type LedgerFilter = z.infer<typeof LedgerFilter>

const Page = z.object({
  /** Newest first. */
  lines: z.array(LedgerLine),
  /** Pass as `before` for the next page; null at the end. A page may be short or empty, because a query reads a limited number of lines. */
  next: z.number().nullable(),
  /** Epoch ms back to which the search has read; null at the end. */
  searchedTo: z.number().nullable(),
})

const refusals = { badSearch: "The search can't be read. {why}" } as const

/** The account whose ledger is read; null for the asker's own. Those of others are for holders of `addCurrency` or `settleEconomy`. */
const Player = Id.nullable().default(null)

export const searchLedger = defineQuery({
  name: 'ledger.search',
  permission: 'play',
  input: LedgerFilter.extend({
    player: Player,
    before: z.number().nullable().default(null),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: Page.extend({
    /** The user whom the page is about; empty if there is no such account. */
    name: z.string(),
  }),
  refusals,
  perMinute: 120,
})

/** Like a search of the asker's own, with larger pages for a file: it takes no other account. */
export const exportOwnLedger = defineQuery({
  name: 'ledger.exportOwn',
  permission: 'play',
  input: LedgerFilter.extend({ before: z.number().nullable().default(null) }),
  output: Page,
  refusals,
  refusalKinds: { badSearch: { input: 'text' } },
  perMinute: 600,
})

/** Maximum number of lines in a file. */
export const mostExported = 50_000

/** All entries of one operation, and the operations that belong together with it: the hold and its end, a payment and its refund. */
export const readReceipt = defineQuery({
  name: 'ledger.readReceipt',
  permission: 'play',
  input: z.object({ player: Player, operation: Id, at: z.number() }),
  output: z.object({
    receipt: z
      .object({
        line: LedgerLine,
        entries: z.array(z.object({ account: z.string(), currency: z.enum(currencies), amount: z.int() })),
        /** The oldest first. */
        related: z.array(LedgerLine),
        /** For staff: why they may not take it back, if it is a payment or a sale; null if they may. A command says so with the same code. */
        mayNot: z.enum(['above', 'notYourself']).nullable().default(null),
      })
      .nullable(),
  }),
  perMinute: 240,
})
