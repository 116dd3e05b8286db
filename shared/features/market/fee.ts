import { z } from 'zod'
import type { Currency } from '../world/currencies.ts'
import { dietOf } from '../world/species.ts'
import type { MarketSettings } from './settings.ts'

/** What a seller may ask for. */
export const leastPrice = 1
export const mostPrice = 1_000_000
export const AskedPrice = z
  .int(`A price is a whole number from ${leastPrice} to 1,000,000.`)
  .min(leastPrice, 'A price is at least 1.')
  .max(mostPrice, 'A price is at most 1,000,000.')

type FeeSettings = Pick<MarketSettings, 'feePermille' | 'feeFloor' | 'feeCap'>

/**
 * The fee of a sale, which its seller bears: rounded up, so that no seller gains by it, and never the whole price. Fee and proceeds are the
 * price exactly. @param price a whole number from 1 on
 */
export function feeOf({ feePermille, feeFloor, feeCap }: FeeSettings, price: number): number {
  const share = Math.ceil((price * feePermille) / 1_000)
  return Math.min(Math.max(share, feeFloor), feeCap, price - 1)
}

export const proceedsOf = (settings: FeeSettings, price: number): number => price - feeOf(settings, price)

/** What a species and its skins are traded for: meat eaters for Razor Talons, all others for Sylvan Shards. @param species as the game names it */
export const marketCurrencyOf = (species: string): Currency =>
  dietOf(species) === 'carnivore' ? 'razorTalons' : 'sylvanShards'
