import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineDocument, holdersOf, itsPlayer, nobody, type Viewer } from '../../engine/document.ts'
import { defineNaturalKey } from '../../engine/once.ts'
import { readsMoneyOfOthers } from '../../engine/permissions.ts'
import { Wallet } from '../wallet/wallet.ts'
import { currencies } from '../world/currencies.ts'
import { faucets, LedgerAccount, PositiveAmount, type Sink, sinks, transferCauses } from './accounts.ts'

/**
 * Why an operation was posted. `released`: what was held went back into the wallet. `refund`: what was paid went back. `reversal`: staff
 * undid an operation. `closed`: the user was erased.
 */
export const causes = [...faucets, ...sinks, ...transferCauses, 'released', 'refund', 'reversal', 'closed'] as const
export const Cause = z.enum(causes)
export type Cause = z.infer<typeof Cause>

/** What users wrote or staff wrote about them. */
const aboutPlayer = ['player', 'by'] as const

const Balance = z.int().nullable().default(null)
/** Null of currencies that did not change. */
const After = z
  .object({ voidPearls: Balance, razorTalons: Balance, sylvanShards: Balance })
  .default({ voidPearls: null, razorTalons: null, sylvanShards: null })

const readableByItsPlayer = (viewer: Viewer, about: string) =>
  readsMoneyOfOthers(viewer.can) || (about !== '' && itsPlayer(viewer, about))

/** Every operation that ever moved currency: its entries sum to zero in each currency. Nothing is edited or deleted, only corrected. */
export const ledger = defineArchive({
  kind: 'ledger',
  schema: z.object({
    operation: z.string(),
    cause: Cause,
    /** The account whose wallet this is about. */
    player: z.string(),
    /** The other account of a transfer. */
    other: z.string().nullable().default(null),
    /** Of a gift both accounts: each of them reads who the other one is. */
    parties: z.array(z.string()).optional(),
    entries: z.array(z.object({ account: LedgerAccount, currency: z.enum(currencies), amount: z.int() })),
    /** An account id, or the name of a part of the hub. */
    by: z.string(),
    byHub: z.boolean().default(false),
    reason: z.string().default(''),
    /** Name of what was bought or redeemed, as it was then. */
    item: z.string().default(''),
    /** Id of the delivery, listing or event that it belongs to. */
    subject: z.string().nullable().default(null),
    /** The operation that this one undoes, or a part of which it refunds. */
    reverses: z.string().nullable().default(null),
    /** Which part of the original a refund is for; null for all of it. */
    line: z.string().nullable().default(null),
    /** The balances of `player` after it, of the currencies that it changed; and those of `other`. */
    after: After,
    otherAfter: After,
  }),
  readableBy: readableByItsPlayer,
  persons: { player: 'player', other: 'other', by: 'by' },
  fields: {
    operation: 'event',
    cause: 'event',
    player: 'player',
    other: 'other',
    parties: { shownTo: ['player', 'other'] },
    entries: 'event',
    by: 'by',
    byHub: 'event',
    reason: { emptied: aboutPlayer },
    item: 'event',
    subject: 'event',
    reverses: 'event',
    line: 'event',
    after: 'player',
    otherAfter: 'other',
  },
  // The sums stay provable: ids of erased accounts lead to no person.
  erased: 'emptied',
  audited: null,
})

/** Staff who gave currency, or took back what was given. */
export const ledgerAudit = defineArchive({
  kind: 'ledgerAudit',
  schema: z.object({
    act: z.enum(['addCurrency', 'addCurrencyToMany', 'reverseGrant', 'reverseGrants', 'refundPurchase']),
    ...actorShape,
    /** Account id and name; null for several players. */
    target: z.object({ id: z.string(), name: z.string() }).nullable(),
    currency: z.enum(currencies),
    /** To each player. */
    amount: PositiveAmount,
    players: z.int(),
    reason: z.string(),
    /** Of the ledger; null for several players. */
    operation: z.string().nullable(),
    /** Name of what was refunded; empty for all else. */
    item: z.string().default(''),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { target: 'target.id', by: 'by' },
  fields: {
    act: 'event',
    target: { emptied: 'target' },
    currency: 'event',
    amount: 'event',
    players: 'event',
    reason: { emptied: ['target', 'by'] },
    operation: 'event',
    item: 'event',
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ currency, amount, players, reason, operation, item, ...row }) => ({
    ...row,
    subject: 'currency',
    did: players === 1 ? didToOne[row.act] : did[row.act],
    detail: {
      currency,
      amount,
      ...((row.act === 'addCurrencyToMany' || row.act === 'reverseGrants') && { players }),
      ...(reason && { reason }),
      ...(item && { item }),
      operation,
    },
  }),
})

const did = {
  addCurrency: 'gave {target} {amount} {currency}',
  addCurrencyToMany: 'gave {players} players {amount} {currency} each',
  reverseGrant: 'took back {amount} {currency} given to {target}',
  reverseGrants: 'took back {amount} {currency} from each of {players} players',
  refundPurchase: 'refunded {amount} {currency} to {target} for {item}',
} as const
const didToOne = {
  ...did,
  addCurrencyToMany: 'gave {players} player {amount} {currency}',
  reverseGrants: 'took back {amount} {currency} from {players} player',
} as const

/** Beyond this the oldest grants to one player can no longer be undone. */
export const mostGrants = 20

const Grant = z.object({
  currency: z.enum(currencies),
  amount: PositiveAmount,
  reason: z.string(),
  /** Epoch ms. */
  at: z.number(),
  isReversed: z.boolean(),
})

/** The latest grants of staff to one user, by operation, so that they can be undone. The key is the account id. */
export const currencyGrants = defineDocument({
  kind: 'currencyGrants',
  schema: z.object({ grants: z.record(z.string(), Grant).default({}) }),
  readableBy: holdersOf('addCurrency'),
  memory: 'journaled',
  about: 'account',
  // The same is in the ledger, which is exported.
  exported: null,
  erased: 'cleared',
  typedTexts: ['grants.*.reason'],
  audited: 'ledgerAudit',
})

/** Causes of payments that staff can refund. */
export const refundableCauses = ['shop', 'redemption', 'skin'] as const satisfies readonly Sink[]
/** How many payments of one user are kept for that. */
export const mostPayments = 20

const Payment = z.object({
  cause: z.enum(refundableCauses),
  currency: z.enum(currencies),
  amount: PositiveAmount,
  /** As in the ledger: the entry of the inventory, the redemption, or the skin. */
  subject: z.string().nullable(),
  item: z.string(),
  /** Epoch ms. */
  at: z.number(),
  /** The item of the catalogue whose limit of the day it used; null for none, and of what earlier releases sold. */
  countedAs: z.string().nullable().default(null),
  /** When staff gave all of it back, epoch ms. Null also of what earlier releases refunded. */
  refundedAt: z.number().nullable().default(null),
})
export type Payment = z.infer<typeof Payment>

/** What a user paid last, by operation, so that a rule can refund it: rules read no archives. The key is the account id. */
export const payments = defineDocument({
  kind: 'payments',
  schema: z.object({ latest: z.record(z.string(), Payment).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'account',
  // The same is in the ledger, which is exported.
  exported: null,
  erased: 'cleared',
  audited: null,
})

/**
 * What a user got once and permanently, or once on a day, by natural keys: see `claimOnce` and `claimOnDay`. The key is the account id.
 */
export const rewardKeys = defineNaturalKey({
  kind: 'rewardKeys',
  readableBy: nobody,
  about: 'account',
  // What was paid is in the ledger, which is exported.
  exported: null,
  erased: 'cleared',
  audited: null,
})

const Rest = z.int().nonnegative().default(0)

/** What was left in the wallets of erased users, and what they had earned and spent. Single users cannot be told apart. */
export const closedWallets = defineDocument({
  kind: 'closedWallets',
  // A sum over many wallets may be above what one may hold.
  schema: z.object({ voidPearls: Rest, razorTalons: Rest, sylvanShards: Rest, flows: Wallet.shape.flows }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It has sums over all erased users, and none of them can be told apart.' },
  audited: null,
})
export const closedWalletsKey = 'all'
