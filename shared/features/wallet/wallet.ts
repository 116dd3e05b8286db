import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'

const Amount = z.int().nonnegative().default(0)

/** Integers, never negative. The key is the account id. */
export const Wallet = z.object({ voidPearls: Amount, razorTalons: Amount, sylvanShards: Amount })
export type Wallet = z.infer<typeof Wallet>

export const wallet = defineDocument({
  kind: 'wallet',
  schema: Wallet,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('wallet', (own: Wallet) => own, {
    voidPearls: 'theirs',
    razorTalons: 'theirs',
    sylvanShards: 'theirs',
  }),
  erased: 'cleared',
  audited: null,
})
