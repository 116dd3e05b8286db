import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'
import { currencies } from '../world/currencies.ts'

/** Staff who undid sales of the market. */
export const marketAudit = defineArchive({
  kind: 'marketAudit',
  schema: z.object({
    act: z.enum(['reverseSale']),
    ...actorShape,
    /** The seller: account id and name. */
    target: z.object({ id: z.string(), name: z.string() }),
    buyer: z.object({ id: z.string(), name: z.string() }),
    item: z.string(),
    currency: z.enum(currencies),
    amount: z.int(),
    isItemBack: z.boolean(),
    reason: z.string(),
    /** Of the ledger: the sale, and what undid it. */
    original: z.string(),
    operation: z.string(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { target: 'target.id', buyer: 'buyer.id', by: 'by' },
  fields: {
    act: 'event',
    target: { emptied: 'target' },
    buyer: { emptied: 'buyer' },
    item: 'event',
    currency: 'event',
    amount: 'event',
    isItemBack: 'event',
    reason: { emptied: ['target', 'buyer', 'by'] },
    original: 'event',
    operation: 'event',
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ buyer, item, currency, amount, isItemBack, reason, original, operation, ...row }) => ({
    ...row,
    subject: 'currency',
    did: `undid the sale of {item} by {target} for {amount} {currency}`,
    detail: { item, amount, currency, buyer: buyer?.name ?? '', isItemBack, reason, original, operation },
  }),
})
