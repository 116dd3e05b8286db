import { z } from 'zod'
import { defineDocument, everyone, notPersonal } from '../../engine/document.ts'
import type { ListedItem } from './listing.ts'

const dayMs = 86_400_000
/** Sales older than this are forgotten. */
export const usualPriceDays = 30
/** Of more sales than these the oldest are forgotten. */
export const mostSalesKept = 200

/**
 * The latest sales of what is alike, by listing: the key is that of `alikeKey`. Sales that staff reversed are not among them, and neither are
 * those of two users who had traded in the 7 days before.
 */
export const usualPrices = defineDocument({
  kind: 'usualPrices',
  schema: z.object({
    sales: z.record(z.string(), z.object({ at: z.number(), price: z.int().positive() })).default({}),
  }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('has prices and times of sales, and not whose they were'),
})
type UsualPrices = z.infer<(typeof usualPrices)['schema']>

/** From this growth on a dinosaur counts as grown. Whole percent. */
export const grownFrom = 75

/**
 * What is compared for the usual price: dinosaurs of one species, grown ones apart from young ones, since a grown one has taken hours; and
 * skins of one kind for one species. One that was never in the game is young. Accounts of the demo have prices of their own.
 */
export function alikeKey(item: Alike, isDemo: boolean): string {
  const kind = item.kind === 'skin' ? `skin:${item.skin}` : 'dinosaur'
  const age = item.kind === 'skin' ? '' : `:${(item.growth ?? 0) >= grownFrom ? 'grown' : 'young'}`
  return `${isDemo ? 'demo:' : ''}${kind}:${speciesKey(item.species)}${age}`
}
type Alike = Pick<ListedItem, 'kind' | 'species' | 'skin'> & { readonly growth?: number | null }

/** A species as part of a document's key. A mod may call one by a path. */
export const speciesKey = (species: string) => species.replaceAll('/', ' ').slice(0, 60)

/** `day`, `week`, `month`: of how long the sales are. The shorter, the better it is known; none where nothing was sold. */
export type UsualPrice =
  | { readonly confidence: 'day' | 'week' | 'month'; readonly price: number; readonly sales: number }
  | { readonly confidence: 'none' }

/** A day has to have more sales than this to be believed. */
const leastOfDay = 5
/** And to be as near as this to the week. */
const nearness = 0.1

/**
 * The median of real sales: of the last day if more than five were sold and it is within 10% of the week's, otherwise of the week, otherwise of the
 * month. @param now epoch ms
 */
export function usualPriceOf({ sales }: Readonly<UsualPrices>, now: number): UsualPrice {
  const within = (days: number) =>
    Object.values(sales)
      .filter(({ at }) => now - at < days * dayMs)
      .map(({ price }) => price)
  const [day, week, month] = [within(1), within(7), within(usualPriceDays)]
  const weekly = medianOf(week)
  const daily = medianOf(day)
  if (day.length > leastOfDay && Math.abs(daily - weekly) <= weekly * nearness)
    return { confidence: 'day', price: daily, sales: day.length }
  if (week.length > 0) return { confidence: 'week', price: weekly, sales: week.length }
  if (month.length > 0) return { confidence: 'month', price: medianOf(month), sales: month.length }
  return { confidence: 'none' }
}

/** With fewer sales one pair of users could make the usual price of their own. Of a pair only the first sale in 7 days counts. */
export const leastSales = 5

/**
 * What prices are compared with for the limits of gifts: the median of the shortest time that has enough sales, so that one sale in a quiet week
 * does not make a price unknown. Null while there are too few. @param now epoch ms
 */
export function priceForLimits(prices: Readonly<UsualPrices>, now: number): number | null {
  const usual = usualPriceOf(prices, now)
  if (usual.confidence !== 'none' && usual.sales >= leastSales) return usual.price
  const month = Object.values(prices.sales).filter(({ at }) => now - at < usualPriceDays * dayMs)
  return month.length < leastSales ? null : medianOf(month.map(({ price }) => price))
}

/** One price far off does not move it. Of an even number the lower one. */
const medianOf = (prices: readonly number[]) =>
  prices.toSorted((one, other) => one - other)[Math.floor((prices.length - 1) / 2)] ?? 0
