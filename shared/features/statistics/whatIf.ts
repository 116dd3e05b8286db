import type { Currency } from '../world/currencies.ts'
import type { Paid, Sold } from './economyQueries.ts'

/** What an owner tries: another price of an item, or another amount of a reward. */
export type Change =
  | {
      readonly kind: 'price'
      readonly cause: string
      readonly item: string
      readonly currency: Currency
      readonly to: number
    }
  | { readonly kind: 'reward'; readonly cause: string; readonly currency: Currency; readonly to: number }

export interface Effect {
  readonly currency: Currency
  /** How often it was sold or paid. */
  readonly times: number
  /** What one was worth on average. */
  readonly was: number
  /** The amount that it moved, and would have moved. */
  readonly before: number
  readonly after: number
  /** By how much the supply would be larger (or smaller, where negative) now. */
  readonly supply: number
}

/** Said beside each result. */
export const whatIfAssumption =
  'It assumes that as many would have been bought or earned as in this period. A higher price usually sells fewer, and a higher reward draws more.'

/**
 * The effect of a change on the figures of these days, at the same quantity. Null where nothing of the kind was sold or paid.
 * @param change `to`: the new price or reward, not negative
 */
export function whatIf(
  { sold, paid }: { readonly sold: readonly Sold[]; readonly paid: readonly Paid[] },
  change: Change,
): Effect | null {
  const basis =
    change.kind === 'price'
      ? sold.find(
          ({ cause, item, currency }) => cause === change.cause && item === change.item && currency === change.currency,
        )
      : paid.find(({ cause, currency }) => cause === change.cause && currency === change.currency)
  if (!basis || basis.times <= 0) return null
  const { times, amount: before, currency } = basis
  const after = Math.round(times * change.to)
  return {
    currency,
    times,
    was: before / times,
    before,
    after,
    supply: change.kind === 'price' ? before - after : after - before,
  }
}
