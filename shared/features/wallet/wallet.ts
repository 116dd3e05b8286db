import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'

export const currencies = ['voidPearls', 'razorTalons', 'sylvanShards'] as const
export type Currency = (typeof currencies)[number]

export const currencyNames: Readonly<Record<Currency, string>> = {
  voidPearls: 'Void Pearls',
  razorTalons: 'Razor Talons',
  sylvanShards: 'Sylvan Shards',
}

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
