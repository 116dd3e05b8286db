import { z } from 'zod'
import { numberText } from '../../../shared/engine/numberText.ts'
import { longestSearch } from '../../../shared/engine/search/parseSearch.ts'
import { itemNamed } from '../../../shared/features/catalogue/catalogue.ts'
import { mostDinosaurs } from '../../../shared/features/inventory/inventory.ts'
import { buyListing } from '../../../shared/features/market/commands.ts'
import { type ListedItem, type ListedKind, listedKinds } from '../../../shared/features/market/listing.ts'
import { type ListingCard, marketFilters, marketSorts } from '../../../shared/features/market/queries.ts'
import type { UsualPrice } from '../../../shared/features/market/usualPrice.ts'
import { mostOwnedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import type { Balances } from '../../../shared/features/wallet/wallet.ts'
import { type Currency, currencyNames } from '../../../shared/features/world/currencies.ts'

export const marketTabs = ['dinosaurs', 'skins', 'mine'] as const

export const ownParts = ['open', 'sold', 'ended', 'bought'] as const
export type OwnPart = (typeof ownParts)[number]

/** What the address keeps. */
export const MarketAddress = z.object({
  tab: z.enum(marketTabs).default('dinosaurs'),
  filter: z.enum(marketFilters).default('all'),
  sort: z.enum(marketSorts).default('recent'),
  q: z.string().max(longestSearch).default(''),
  /** The listing whose details are open. */
  listing: z.string().max(64).default(''),
  /** Which part of one's own listings is shown. */
  mine: z.enum(ownParts).default('open'),
  /** What is being sold, as `dinosaur:<id>`; `choose` while that is not chosen. */
  sell: z.string().max(80).default(''),
})
export type MarketAddress = z.infer<typeof MarketAddress>

/** An entry of an inventory that a user sells. */
export interface SoldEntry {
  readonly kind: ListedKind
  readonly id: string
}

/** The entry that the address names; null for none. */
export function soldEntryOf(address: string): SoldEntry | null {
  const [kind, id = ''] = address.split(':')
  const known = listedKinds.find((one) => one === kind)
  return known && id !== '' ? { kind: known, id } : null
}

const spans = { day: 'today', week: 'this week', month: 'this month' } as const

/** What others paid, with how well that is known: `Usual: 4,200 this week, 8 sales`. */
export function usualText(usual: UsualPrice): string {
  if (usual.confidence === 'none') return 'No sales this month to compare with'
  const { price, confidence, sales } = usual
  return `Usual: ${numberText(price)} ${spans[confidence]}, ${sales} ${sales === 1 ? 'sale' : 'sales'}`
}

/** The name of a mutation or skin; one that the catalogue has no more is shown by its id. */
export const catalogueName = (id: string) => itemNamed(id)?.name ?? id

/** `80% grown`; one that was never in the game grows up when it is redeemed. */
export const growthText = (growth: number | null) =>
  growth === null ? 'Fully grown once redeemed' : `${growth}% grown`

/** The facts of an item in a line: `80% grown · Female`, `Skin for a Triceratops`. */
export const factsText = (item: ListedItem): string =>
  item.kind === 'skin'
    ? 'Put it on a dinosaur once'
    : [growthText(item.growth), item.gender].filter((fact) => fact !== null).join(' · ')

/** Where what is bought or taken back goes. */
export const homeOf = ({ kind }: Pick<ListedItem, 'kind'>) =>
  kind === 'skin' ? { name: 'your skins', path: '/skins' } : { name: 'your inventory', path: '/inventory' }

/** The user who looks at the market, as far as they are known: null is not known yet. */
export interface Trader {
  readonly account: string
  readonly balances: Balances | null
  readonly dinosaurs: number
  readonly skins: number
  /** Ids of listings that they bought. */
  readonly bought: ReadonlySet<string>
}

export const missingText = (more: number, currency: Currency) =>
  `Not enough ${currencyNames[currency]}: you need ${numberText(more)} more.`

/** Why a listing cannot be bought now; null if it can. @param trader null for a guest */
export function whyNotBought(card: ListingCard, trader: Trader | null): string | null {
  const { item, price, seller, isFrozen } = card
  if (trader === null) return 'Sign in to buy.'
  if (seller.account === trader.account) return buyListing.refusals.yourOwn
  if (isFrozen) return "Its seller can't trade right now."
  if (item.kind === 'dinosaur' && trader.dinosaurs >= mostDinosaurs) return 'Your inventory is full.'
  if (item.kind === 'skin' && trader.skins >= mostOwnedSkins) return "You can't keep more skins."
  if (trader.balances === null) return 'Loading your balance…'
  const missing = price.amount - trader.balances[price.currency]
  return missing > 0 ? missingText(missing, price.currency) : null
}
