import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { PositiveAmount } from '../ledger/accounts.ts'
import { longestReason, moneyRefusals } from '../ledger/commands.ts'
import { mostPayments } from '../ledger/ledger.ts'
import { BackForSkin } from '../skins/commands.ts'
import { currencies } from '../world/currencies.ts'

/**
 * Staff give back what a player paid for something of the shop, a redemption or a skin, once, by an operation that names the payment. What was
 * bought ceases to be, where its buyer still has it. What they paid for a skin that they have put on it goes back, too. `refunds.readPurchase`
 * tells beforehand what would happen.
 */
export const refundPurchase = defineCommand({
  name: 'refunds.refundPurchase',
  permission: 'settleEconomy',
  input: z.strictObject({
    account: Id,
    /** Of the ledger: the one by which it was spent. */
    operation: Id,
    /** Give the money back though what was bought was used. */
    moneyOnly: z.boolean().default(false),
    reason: z
      .string()
      .trim()
      .min(3, 'Say why, in at least 3 characters.')
      .max(longestReason, `A reason can have at most ${longestReason} characters.`),
  }),
  output: z.object({
    /** Of the ledger: it names the payment. */
    operation: z.string(),
    refunded: PositiveAmount,
    currency: z.enum(currencies),
    newBalance: z.int(),
    /** What was bought was taken back. */
    isItemBack: z.boolean(),
    skin: BackForSkin.default(null),
  }),
  refusals: {
    ...moneyRefusals,
    gone: `Only the latest ${mostPayments} payments of a player can be refunded. Give currency instead.`,
    refunded: 'This payment has already been refunded.',
    notYourself: "You can't refund what you paid yourself. Ask an owner.",
    above: 'You can refund only players of a lower role than yours.',
    tooRich: "The player's wallet is full, so nothing can go back. Nothing changed.",
    locked:
      'What was bought is on its way into the game, listed or on its way to another player. Wait for its outcome.',
    used: '{why} Refund the currency alone, if that is right.',
  },
})

/** What would happen if staff refunded a payment. Null if the operation is none, or too long ago. */
export const readPurchase = defineQuery({
  name: 'refunds.readPurchase',
  permission: 'settleEconomy',
  input: z.object({ account: Id, operation: Id }),
  output: z.object({
    purchase: z
      .object({
        /** Whether its buyer still has what was bought; `locked`: something else has it now. */
        itemIs: z.enum(['kept', 'locked', 'used']),
        skin: BackForSkin,
        /** A skin that a dinosaur of theirs wears, so that it is used. */
        isWorn: z.literal(true).optional(),
      })
      .nullable(),
  }),
  perMinute: 120,
})
