import { z } from 'zod'
import type { Offer } from '../../../shared/features/catalogue/catalogue.ts'
import { type DinosaurItem, dinosaurTypes, rarities } from '../../../shared/features/catalogue/items.ts'
import { tooPoorText } from '../../../shared/features/shop/commands.ts'
import { boughtToday, type PurchaseCounts } from '../../../shared/features/shop/purchases.ts'

export type DinosaurOffer = Offer<DinosaurItem>

export const sorts = ['featured', 'name', 'price', 'weight', 'rarity'] as const
export type Sort = (typeof sorts)[number]

/** What the shop is searched for, as the address holds it. */
export const ShopFilters = z.object({
  search: z.string().max(80).default(''),
  type: z.enum(['all', ...dinosaurTypes]).default('all'),
  rarity: z.enum(['all', ...rarities]).default('all'),
  sort: z.enum(sorts).default('featured'),
  affordable: z.boolean().default(false),
  sale: z.boolean().default(false),
})
export type ShopFilters = z.infer<typeof ShopFilters>

const order: Readonly<Record<Sort, (one: DinosaurOffer, other: DinosaurOffer) => number>> = {
  featured: (one, other) => one.order - other.order,
  name: (one, other) => (one.name < other.name ? -1 : 1),
  price: (one, other) => one.price - other.price,
  weight: (one, other) => other.weightKg - one.weightKg,
  rarity: (one, other) => rarities.indexOf(other.rarity) - rarities.indexOf(one.rarity),
}

/** The offers that are shown, in their order. @param pearls null if not known: then all count as affordable */
export function foundOffers(
  offers: readonly DinosaurOffer[],
  { search, type, rarity, sort, affordable, sale }: ShopFilters,
  pearls: number | null,
): readonly DinosaurOffer[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return offers
    .filter((offer) => {
      const text = [offer.name, ...offer.abilities].join(' ').toLowerCase()
      return (
        offer.isOn &&
        (type === 'all' || offer.type === type) &&
        (rarity === 'all' || offer.rarity === rarity) &&
        (!sale || offer.sale !== null) &&
        (!affordable || pearls === null || offer.price <= pearls) &&
        words.every((word) => text.includes(word))
      )
    })
    .sort((one, other) => order[sort](one, other) || one.order - other.order)
}

/** The user who buys, as far as it is known: null is not known yet. */
export interface Buyer {
  readonly pearls: number | null
  readonly counts: PurchaseCounts | null
  /** How many of each species they have, by the game's name. */
  readonly owned: ReadonlyMap<string, number>
  readonly isFull: boolean
}

/** How many more of an item the buyer may buy today; null without a limit. @param now server epoch ms */
export const leftToday = ({ id, perDay }: DinosaurOffer, { counts }: Buyer, now: number): number | null =>
  perDay === null ? null : Math.max(0, perDay - (counts ? boughtToday(counts, id, now) : 0))

/** Why the buyer cannot buy it now; null if they can. @param buyer null for a guest. @param now server epoch ms */
export function whyNotBought(offer: DinosaurOffer, buyer: Buyer | null, now: number): string | null {
  if (buyer === null) return 'Sign in to buy.'
  if (buyer.pearls === null) return 'Loading your balance…'
  if (leftToday(offer, buyer, now) === 0)
    return `You've reached today's limit of ${offer.perDay}. It resets at 00:00 UTC.`
  if (buyer.isFull) return 'Your inventory is full.'
  return buyer.pearls < offer.price ? tooPoorText(offer.price - buyer.pearls) : null
}

/** Whether a purchase is asked about: where more than half of what the buyer has would be gone. */
export const isLarge = (price: number, { pearls }: Buyer) => pearls !== null && price * 2 > pearls

/** Width of a drawing, CSS px: larger animals are drawn larger, by the logarithm of their weight. */
export function drawnWidth(weightKg: number, [least, most]: readonly [number, number]): number {
  const [light, heavy] = [Math.log10(30), Math.log10(8_500)]
  const share = (Math.log10(Math.max(weightKg, 1)) - light) / (heavy - light)
  return Math.round(least + (most - least) * Math.min(1, Math.max(0, share)))
}
