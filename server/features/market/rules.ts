import { numberText } from '../../../shared/engine/numberText.ts'
import { account } from '../../../shared/features/account/account.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import type * as commands from '../../../shared/features/market/commands.ts'
import { feeOf, marketCurrencyOf } from '../../../shared/features/market/fee.ts'
import {
  Listing,
  listings,
  marketWatches,
  mostListings,
  mostListingsADay,
  mostWatched,
} from '../../../shared/features/market/listing.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { alikeKey, priceForLimits, usualPrices } from '../../../shared/features/market/usualPrice.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { currencyNames } from '../../../shared/features/world/currencies.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { accountOf } from '../account/rules.ts'
import { tradableFrom } from '../economy/rewards.ts'
import { sink, walletOf } from '../ledger/operation.ts'
import { post } from '../ledger/post.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { hasTraded } from '../trades/passed.ts'
import { checkTrade, isBanned, recordTrade } from '../trades/rules.ts'
import { itemOf, lockFor, moveSold, placeOf, releaseFrom } from './held.ts'
import { addListing, addPast, addSale, openedToday, removeListing, setEnd } from './places.ts'

const dayMs = 86_400_000

const isOpen = (context: Pick<Context, 'read' | 'setting'>) =>
  isSwitchedOn(context, 'realCurrency') && isSwitchedOn(context, 'realInventory')

export const openListing: Rule<typeof commands.openListing> = (context, { item: held, price: amount, fee: seen }) => {
  const { actor, read, refuse, now, newId } = context
  const seller = accountOf(actor)
  if (!isOpen(context)) return refuse('closed')
  if (isBanned(read, seller, now)) return refuse('banned')
  if (Object.keys(read(listings, seller).open).length >= mostListings) return refuse('tooMany')
  if (openedToday(context, seller) >= mostListingsADay) return refuse('dayFull')
  const item = itemOf(read, seller, held)
  if (!item) return refuse(held.kind === 'skin' ? 'noSuchSkin' : 'gone')
  const { market } = read(economySettings)
  const fee = feeOf(market, amount)
  if (fee !== seen) return refuse('feeChanged', { seen: numberText(seen), now: numberText(fee) })
  const id = newId()
  lockFor(context, seller, held, id, { operation: id, cause: 'listing', subject: id, by: seller })
  const price = { currency: marketCurrencyOf(item.species), amount }
  const endsAt = now + market.listingDays * dayMs
  addListing(context, seller, Listing.parse({ id, item, entry: held.id, price, fee, listedAt: now, endsAt }))
  return { listing: id, price, fee, proceeds: amount - fee, endsAt }
}

/** Both wallets, the fee, the entry and the listing are one change: there is never one without the others. */
export const buyListing: Rule<typeof commands.buyListing> = (context, { seller, listing: id, price: seen }) => {
  const { actor, read, refuse, now, newId } = context
  const buyer = accountOf(actor)
  if (!isOpen(context)) return refuse('closed')
  if (isBanned(read, buyer, now)) return refuse('banned')
  const { open } = read(listings, seller)
  const found = Object.hasOwn(open, id) ? open[id] : undefined
  if (!found || read(account, seller).demo !== read(account, buyer).demo) return refuse('gone')
  if (seller === buyer) return refuse('yourOwn')
  const listing = plain(found) as Listing
  const { item, entry, price, fee } = listing
  const { currency, amount } = price
  if (amount !== seen) return refuse('repriced', { seen: numberText(seen), now: numberText(amount) })
  if (isBanned(read, seller, now)) return refuse('frozen')
  const balance = read(wallet, buyer)[currency]
  if (balance < amount)
    return refuse('tooPoor', { currency: currencyNames[currency], more: numberText(amount - balance) })
  const isDemo = read(account, buyer).demo
  const name = listedName(item)
  const trade = {
    kind: 'sale',
    from: seller,
    to: buyer,
    price,
    item: name,
    usual: priceForLimits(read(usualPrices, alikeKey(item, isDemo)), now),
  } as const
  checkTrade(context, trade)
  const operation = newId()
  const tradableAt = tradableFrom(context)
  const held = { kind: item.kind, id: entry }
  const { operation: gotBy = null, skinPaidBy = null } = placeOf(read, seller, held) ?? {}
  const moved = { held, from: seller, to: buyer, source: 'marketplace', tradableAt } as const
  moveSold(context, moved, id, { operation, cause: 'sale', subject: id, by: buyer })
  const shares = [
    { account: walletOf(seller), currency, amount: amount - fee },
    { account: walletOf(buyer), currency, amount: -amount },
    { account: sink('marketFee'), currency, amount: fee },
  ]
  const entries = shares.filter((one) => one.amount !== 0)
  post(context, { id: operation, cause: 'marketSale', entries, by: buyer, subject: id, item: name })
  // With more than one sale two users could move it to where they like.
  const counts = !hasTraded(context, seller, buyer)
  recordTrade(context, operation, trade)
  removeListing(context, seller, id)
  addPast(context, seller, listing, { end: 'sold', operation, gotBy, skinPaidBy, usual: trade.usual })
  addPast(context, buyer, listing, { end: 'bought', operation })
  if (counts) addSale(context, listing, isDemo)
  return { entry, operation, name, price, newBalance: read(wallet, buyer)[currency], tradableAt }
}

/** Also while the market is closed, and for banned users: what they listed is theirs. */
export const withdrawListing: Rule<typeof commands.withdrawListing> = (context, { listing: id }) => {
  const seller = accountOf(context.actor)
  const { open } = context.read(listings, seller)
  const found = Object.hasOwn(open, id) ? open[id] : undefined
  if (!found) return context.refuse('gone')
  takeBack(context, seller, plain(found) as Listing, { end: 'withdrawn', by: seller })
  return { entry: found.entry }
}

/** The time of a listing stands still while its seller is banned: it is back on the market for a day after that at least. */
export const endListing: Rule<typeof commands.endListing> = (context, { seller, listing: id }) => {
  const { read, edit, now } = context
  const { open } = read(listings, seller)
  const found = Object.hasOwn(open, id) ? open[id] : undefined
  if (!found) return {}
  // Only where the clock was set back meanwhile: its time is still to come.
  if (found.endsAt > now) {
    setEnd(context, seller, plain(found) as Listing)
    return {}
  }
  if (isBanned(read, seller, now)) {
    const endsAt = now + dayMs
    const own = edit(listings, seller).open[id]
    if (own) own.endsAt = endsAt
    setEnd(context, seller, { id, endsAt })
    return {}
  }
  takeBack(context, seller, plain(found) as Listing, { end: 'ended', by: null })
  return {}
}

type TakingBack = Parameters<typeof releaseFrom>[0] & Parameters<typeof removeListing>[0]

/** What is listed goes back to its seller. @param by an account id; null for the hub */
export function takeBack(
  context: TakingBack,
  seller: string,
  listing: Listing,
  { end, by }: { readonly end: 'withdrawn' | 'ended'; readonly by: string | null },
) {
  const { id, item, entry } = listing
  const why = { operation: id, cause: 'listing', subject: id, by: by ?? 'market', byHub: by === null } as const
  releaseFrom(context, seller, { kind: item.kind, id: entry }, id, why)
  removeListing(context, seller, id)
  addPast(context, seller, listing, { end, operation: null })
}

export const watchSpecies: Rule<typeof commands.watchSpecies> = ({ actor, read, edit, now, refuse }, { species }) => {
  const own = accountOf(actor)
  const { species: watched } = read(marketWatches, own)
  if (Object.hasOwn(watched, species)) return {}
  if (Object.keys(watched).length >= mostWatched) return refuse('tooMany')
  edit(marketWatches, own).species[species] = { seenAt: now }
  return {}
}

export const unwatchSpecies: Rule<typeof commands.unwatchSpecies> = ({ actor, edit }, { species }) => {
  delete edit(marketWatches, accountOf(actor)).species[species]
  return {}
}

export const dismissMarketNotices: Rule<typeof commands.dismissMarketNotices> = (context, { species }) => {
  const { actor, read, edit, now } = context
  const own = accountOf(actor)
  for (const name of species)
    if (Object.hasOwn(read(marketWatches, own).species, name)) edit(marketWatches, own).species[name] = { seenAt: now }
  return {}
}
