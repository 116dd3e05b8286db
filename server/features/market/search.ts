import type { z } from 'zod'
import { matcherOf } from '../../../shared/engine/search/matchSearch.ts'
import { parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import { account } from '../../../shared/features/account/account.ts'
import { rarities } from '../../../shared/features/catalogue/items.ts'
import {
  type Listing,
  listings,
  marketBoard,
  marketBoardKey,
  marketSellers,
  sellerBuckets,
} from '../../../shared/features/market/listing.ts'
import type { ListingCard, MarketFilter, MarketSort, searchMarket } from '../../../shared/features/market/queries.ts'
import { listedDietOf, marketSearch, rarityOf } from '../../../shared/features/market/search.ts'
import { alikeKey, type UsualPrice, usualPriceOf, usualPrices } from '../../../shared/features/market/usualPrice.ts'
import type { QueryContext } from '../../engine/feature.ts'
import type { Reading } from '../../engine/principal.ts'
import { isBanned } from '../trades/rules.ts'

interface Found {
  readonly seller: string
  readonly sellerName: string
  readonly listing: Readonly<Listing>
  /** By which it is sorted, the smallest first; of equal ones the newest. */
  readonly rank: number
}

/** One page of what is for sale. Those who view as guests see all; accounts of the demo and real ones see their own kind. */
export function searchListings(
  { read, now, principal, refuse }: QueryContext<typeof searchMarket>,
  { kind, filter, sort, text, after, limit }: z.output<(typeof searchMarket)['input']>,
) {
  const parsed = parseSearch(marketSearch, text)
  if (!parsed.ok) return refuse('badSearch', { why: parsed.problem.message })
  const isFound = matcherOf(marketSearch, parsed.node, now)
  const found: Found[] = []
  for (const { seller, sellerName } of sellersFor(read, principal.id))
    for (const listing of Object.values(read(listings, seller).open)) {
      const { item } = listing
      if (item.kind !== kind || !fits(filter, item) || !isFound({ ...listing, sellerName })) continue
      found.push({ seller, sellerName, listing, rank: rankOf(sort, listing) })
    }
  found.sort(inOrder)
  const from = after === null ? 0 : startOf(found, after)
  const shown = found.slice(from, from + limit)
  const last = shown.at(-1)
  return {
    cards: shown.map(cardOf(read, now)),
    next: last && from + limit < found.length ? placeIn(last) : null,
    total: found.length,
    revision: read(marketBoard, marketBoardKey).revision,
  }
}

function* sellersFor(read: Reading, viewer: string | null) {
  for (let bucket = 0; bucket < sellerBuckets; bucket += 1)
    for (const seller of Object.keys(read(marketSellers, String(bucket)).accounts)) {
      const { name: sellerName, demo } = read(account, seller)
      if (viewer === null || read(account, viewer).demo === demo) yield { seller, sellerName }
    }
}

/** An animal that eats plants counts as a herbivore, whatever else it eats, as for the currency: so each listing is in one of the two. */
function fits(filter: MarketFilter, item: Listing['item']): boolean {
  if (filter === 'all') return true
  if (filter === 'carnivore') return listedDietOf(item) === 'carnivore'
  if (filter === 'herbivore') return listedDietOf(item) !== 'carnivore'
  return rarityOf(item) === filter
}

function rankOf(sort: MarketSort, { price, listedAt, item }: Readonly<Listing>): number {
  if (sort === 'priceLow') return price.amount
  if (sort === 'priceHigh') return -price.amount
  if (sort === 'recent') return -listedAt
  const rarity = rarityOf(item)
  return rarity === null ? 1 : -rarities.indexOf(rarity)
}

type Place = Pick<Found, 'rank'> & { readonly listing: Pick<Listing, 'listedAt' | 'id'> }

const inOrder = (one: Place, other: Place) =>
  one.rank - other.rank ||
  other.listing.listedAt - one.listing.listedAt ||
  (one.listing.id < other.listing.id ? -1 : Number(one.listing.id !== other.listing.id))

/** Where a page ends: that place stays, whatever is listed or sold meanwhile. */
const placeIn = ({ rank, listing }: Found) => `${rank} ${listing.listedAt} ${listing.id}`

function startOf(found: readonly Found[], after: string): number {
  const [rank, listedAt, id = ''] = after.split(' ')
  const before = { rank: Number(rank), listing: { listedAt: Number(listedAt), id } }
  const at = found.findIndex((one) => inOrder(before, one) < 0)
  return at < 0 ? found.length : at
}

function cardOf(read: Reading, now: number) {
  const known = new Map<string, UsualPrice>()
  return ({ seller, sellerName, listing: { entry: _, fee: __, ...listing } }: Found): ListingCard => {
    const key = alikeKey(listing.item, read(account, seller).demo)
    const usual = known.get(key) ?? usualPriceOf(read(usualPrices, key), now)
    known.set(key, usual)
    return { ...listing, seller: { account: seller, name: sellerName }, isFrozen: isBanned(read, seller, now), usual }
  }
}
