import { dayOf, isStillDay } from '../../../shared/engine/utcDay.ts'
import { endListing } from '../../../shared/features/market/commands.ts'
import {
  type Listing,
  listings,
  marketBoard,
  marketBoardKey,
  marketNews,
  marketPast,
  marketSellers,
  marketWatches,
  mostPastListings,
  mostReversible,
  type PastListing,
  reversibleDays,
  sellerBucketOf,
} from '../../../shared/features/market/listing.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import {
  alikeKey,
  mostSalesKept,
  speciesKey,
  usualPriceDays,
  usualPrices,
} from '../../../shared/features/market/usualPrice.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import type { Context } from '../../engine/rule.ts'
import { notify } from '../notifications/notify.ts'

type PlaceContext = Pick<Context, 'read' | 'edit' | 'now' | 'newId' | 'schedule'>

const dayMs = 86_400_000

/** The timer that ends a listing. */
const timerOf = (listing: string) => `listing/${listing}`

/** Tells pages that search results are no longer what they were. */
export const turnBoard = ({ edit }: Pick<Context, 'edit'>) => {
  edit(marketBoard, marketBoardKey).revision += 1
}

export function openedToday({ read, now }: Pick<Context, 'read' | 'now'>, seller: string): number {
  const { day, opened } = read(marketPast, seller)
  return isStillDay(day, now) ? opened : 0
}

/** Shows a new listing, sets its end, and brings the news to those who watch its species. */
export function addListing(context: PlaceContext, seller: string, listing: Listing) {
  const { read, edit, now } = context
  const { id, item } = listing
  edit(listings, seller).open[id] = listing
  edit(marketSellers, sellerBucketOf(seller)).accounts[seller] = true
  setEnd(context, seller, listing)
  const opened = openedToday(context, seller) + 1
  Object.assign(edit(marketPast, seller), { day: dayOf(now), opened })
  Object.assign(edit(marketNews, speciesKey(item.species)), { lastAt: now, listing: id })
  // Its seller has no news of it.
  if (Object.hasOwn(read(marketWatches, seller).species, item.species))
    edit(marketWatches, seller).species[item.species] = { seenAt: now }
  turnBoard(context)
}

export const setEnd = ({ schedule }: PlaceContext, seller: string, { id, endsAt }: Pick<Listing, 'id' | 'endsAt'>) =>
  schedule.set(timerOf(id), endsAt, endListing.name, { seller, listing: id })

export function removeListing(context: PlaceContext, seller: string, id: string) {
  const { read, edit, schedule } = context
  delete edit(listings, seller).open[id]
  if (Object.keys(read(listings, seller).open).length === 0)
    delete edit(marketSellers, sellerBucketOf(seller)).accounts[seller]
  schedule.cancel(timerOf(id))
  turnBoard(context)
}

/** Without what is listed: it goes with its owner. */
export function removeSeller(context: PlaceContext, seller: string) {
  for (const id of Object.keys(context.read(listings, seller).open)) removeListing(context, seller, id)
}

/**
 * Adds a listing that is over to what one of its sides did, and notifies a seller who did not end it. Of too many the oldest are forgotten,
 * sales of the last days as the last.
 */
export function addPast(
  context: PlaceContext,
  account: string,
  { endsAt: _, ...listing }: Listing,
  how: Pick<PastListing, 'end' | 'operation'> & Partial<Pick<PastListing, 'gotBy' | 'skinPaidBy' | 'usual'>>,
) {
  const { edit, now } = context
  const { past } = edit(marketPast, account)
  const one = { ...listing, gotBy: null, isRefunded: false, skinPaidBy: null, ...how, endedAt: now, reversedAt: null }
  past[listing.id] = one
  notifyOfPast(context, account, one)
  if (Object.keys(past).length <= mostPastListings) return
  const isKept = ({ operation, endedAt }: PastListing) => operation !== null && now - endedAt < reversibleDays * dayMs
  const all = Object.values(past).toSorted((one, other) => one.endedAt - other.endedAt)
  const [kept, others] = [all.filter(isKept), all.filter((one) => !isKept(one))]
  const forgotten = [
    ...others.slice(0, all.length - mostPastListings),
    ...kept.slice(0, Math.max(0, kept.length - mostReversible)),
  ]
  for (const { id } of forgotten) delete past[id]
}

/** Notifies a user of what happened without them: a sale, an end, and that staff undid a sale. @param more a sentence to add to the last one */
export function notifyOfPast(context: PlaceContext, account: string, one: PastListing, more = '') {
  const { id, item, price, fee, end, operation, reversedAt } = one
  const name = listedName(item)
  const amountText = (amount: number) => amountInWords(amount, price.currency)
  const send = (title: string, message: string) =>
    notify(context, { to: account, type: 'sale', title, message, link: '/market', details: { listing: id, operation } })
  if (reversedAt !== null && end === 'bought')
    send(
      'A purchase was undone',
      `Staff undid your purchase of ${name}. You got ${amountText(price.amount)} back.${more}`,
    )
  else if (reversedAt !== null)
    send('A sale was undone', `Staff undid the sale of ${name} and took back ${amountText(price.amount - fee)}.${more}`)
  else if (end === 'sold') send('Sold', `${name} was sold. You got ${amountText(price.amount - fee)}.`)
  else if (end === 'ended')
    send('Not sold', `${name} wasn't sold in time. It's back in your ${item.kind === 'skin' ? 'skins' : 'inventory'}.`)
}

interface Way {
  readonly way: readonly { readonly from: string; readonly to: string | null }[]
  /** By user: the sentence about the skin that they had put on it. */
  readonly ofSkin: Readonly<Record<string, string>>
}

/** Notifies earlier sellers: the one who has it again, and those who get back what they had paid for a skin on it. */
export function notifyOfLater(context: PlaceContext, { way, ofSkin }: Way, { id, item, operation }: PastListing) {
  const name = listedName(item)
  const [, ...later] = way.map(({ from }) => from)
  const send = (to: string, title: string, message: string) =>
    notify(context, { to, type: 'sale', title, message, link: '/market', details: { listing: id, operation } })
  for (const one of later)
    if (ofSkin[one]) send(one, 'A later sale was undone', `Staff undid a later sale of ${name}.${ofSkin[one]}`)
  const owner = way.at(-1)?.to
  const place = item.kind === 'skin' ? 'skins' : 'inventory'
  if (owner) send(owner, `${name} is yours again`, `Staff undid a later sale of ${name}. It's back in your ${place}.`)
}

/** Counts a sale for the usual price. */
export function addSale({ edit, now }: PlaceContext, { id, item, price }: Listing, isDemo: boolean) {
  const { sales } = edit(usualPrices, alikeKey(item, isDemo))
  sales[id] = { at: now, price: price.amount }
  const byAge = Object.entries(sales).sort(([, one], [, other]) => other.at - one.at)
  for (const [index, [old, { at }]] of byAge.entries())
    if (index >= mostSalesKept || now - at >= usualPriceDays * dayMs) delete sales[old]
}

/** A sale that staff undid says nothing of the usual price. */
export const removeSale = (
  { edit }: Pick<Context, 'edit'>,
  { id, item }: Pick<Listing, 'id' | 'item'>,
  isDemo: boolean,
) => {
  delete edit(usualPrices, alikeKey(item, isDemo)).sales[id]
}
