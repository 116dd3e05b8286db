import type { RowOf } from '../../../shared/engine/archive.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { account } from '../../../shared/features/account/account.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { marketAudit } from '../../../shared/features/market/archives.ts'
import type * as commands from '../../../shared/features/market/commands.ts'
import { type Listing, listings, marketPast, type PastListing } from '../../../shared/features/market/listing.ts'
import type { readSale } from '../../../shared/features/market/queries.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { currencyNameOf } from '../../../shared/features/world/amounts.ts'
import type { Page, QueryContext } from '../../engine/feature.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { accountOf, actorRow } from '../account/rules.ts'
import { checkRank } from '../ledger/grants.ts'
import { sink, walletOf } from '../ledger/operation.ts'
import { post } from '../ledger/post.ts'
import { type AsGot, backForWorn, takeOffWorn } from '../skins/wornSkin.ts'
import { undoTrade } from '../trades/rules.ts'
import { type Held, type HeldContext, moveBack, placeOf, takeAway } from './held.ts'
import { notifyOfLater, notifyOfPast, removeSale } from './places.ts'
import { takeBack } from './rules.ts'
import { forgetSoldOn, noteRefundedSale, passedOn, type Sides, saleOf } from './undoneSales.ts'

/** What was sold, as its buyer has it: a skin that was used up and came back is another one, got by the same operation. */
function heldOf(read: Reading, buyer: string, { item, entry, operation }: Readonly<PastListing>): Held {
  if (item.kind === 'dinosaur') return { kind: item.kind, id: entry }
  const same = Object.values(read(ownedSkins, buyer).skins).find((one) => one.operation === operation)
  return { kind: item.kind, id: same?.id ?? entry }
}

/** How a dinosaur looked when it was sold; null for a skin. */
const asGot = ({ item, entry, endedAt }: Readonly<PastListing>): AsGot | null =>
  item.kind === 'dinosaur' ? { entry, skin: item.skin, skinColours: item.skinColours, at: endedAt } : null

/** Where what was sold is now. A buyer who passed it on and got it back got it by another operation. */
function itemAt(read: Reading, buyer: string, sale: Readonly<PastListing>) {
  const place = placeOf(read, buyer, heldOf(read, buyer, sale))
  if (!place) return 'gone'
  if (place.state === 'moving') return 'moving'
  return place.operation === sale.operation ? 'withBuyer' : 'gone'
}

/**
 * Undoes a sale, once, by an operation that names it: the whole price goes back to the buyer, out of the seller's wallet and the fee. It is
 * refused where the seller has spent the money: nothing is made to stand in for it, and no balance goes below zero. A dinosaur goes back as it
 * was sold: a skin that the buyer put on it meanwhile stays the buyer's, or what they paid for it does.
 */
export const reverseSale: Rule<typeof commands.reverseSale> = (context, input) => {
  const { read, refuse, actor, newId, now } = context
  const { operation: original, seller, buyer, moneyOnly, reason } = input
  const found = saleOf(read, { operation: original, seller, buyer })
  const demo = read(account, accountOf(actor)).demo
  if (!found || read(account, seller).demo !== demo) return refuse('gone')
  for (const side of [seller, buyer]) checkRank(context, side)
  if (found.reversedAt !== null) return refuse('reversed')
  const sale = plain(found) as PastListing
  const { price, fee, item } = sale
  const { currency, amount } = price
  const [needed, has] = [amount - fee, read(wallet, seller)[currency]]
  if (has < needed)
    return refuse('tooPoor', {
      has: numberText(has),
      needed: numberText(needed),
      currency: currencyNameOf(needed, currency),
    })
  const at = itemAt(read, buyer, sale)
  if (at === 'moving') return refuse('locked')
  if (at === 'gone' && !moneyOnly) return refuse('used')
  if (at === 'withBuyer' && moneyOnly) return refuse('stillThere')
  const operation = newId()
  const name = listedName(item)
  const by = accountOf(actor)
  const returned = at === 'withBuyer' ? returnItem(context, { ...input, by, newOperation: operation }, sale) : null
  const isItemBack = returned?.owner === seller
  if (!returned) noteRefundedSale(context, { operation: original, seller, buyer })
  const entries = [
    { account: walletOf(seller), currency, amount: -needed },
    { account: walletOf(buyer), currency, amount },
    { account: sink('marketFee'), currency, amount: -fee },
  ].filter((one) => one.amount !== 0)
  post(context, {
    id: operation,
    cause: 'reversal',
    entries,
    by,
    reason,
    subject: sale.id,
    item: name,
    reverses: original,
  })
  undoTrade(context, { operation, original, at: sale.endedAt }, tradeOf(sale, seller, buyer))
  removeSale(context, sale, demo)
  for (const side of [seller, buyer]) {
    const past = context.edit(marketPast, side).past[sale.id]
    if (past) notifyOfPast(context, side, Object.assign(past, { reversedAt: now }), returned?.ofSkin[side])
  }
  if (returned) notifyOfLater(context, returned, sale)
  audit(context, {
    seller,
    buyer,
    item: name,
    currency,
    amount,
    isItemBack,
    reason,
    original,
    operation,
  })
  return { operation, refunded: amount, isItemBack }
}

/** As it was recorded; null for a sale of an earlier release, of which the usual price at that time is not known. */
const tradeOf = ({ usual, price, item }: PastListing, from: string, to: string) =>
  usual === undefined ? null : ({ kind: 'sale', from, to, price, usual, item: listedName(item) } as const)

type Returning = Context & HeldContext

/** A full wallet is the seller's here: elsewhere in the rule it is the buyer's. */
const ofSeller = (context: Returning): Returning => ({
  ...context,
  refuse: (code, values) => context.refuse((code === 'tooRich' ? 'sellerTooRich' : code) as typeof code, values),
})

type Returned = Pick<Sides, 'seller' | 'buyer'> & {
  readonly by: string
  readonly reason: string
  readonly newOperation: string
}

/**
 * A buyer who has listed it meanwhile loses that listing. A seller who does not keep it, see `passedOn`, gets back what they had paid for the skin
 * in which they sold it. Returns who has it now, null for no one, its way there, and
 * for each user the sentence about the skin that they had put on it.
 */
function returnItem(context: Returning, { seller, buyer, by, reason, newOperation }: Returned, sale: PastListing) {
  const { read } = context
  const way = passedOn(read, seller, sale)
  const held = heldOf(read, buyer, sale)
  const ofSkin: Record<string, string> = {}
  const takeOff = (
    own: Returning,
    owner: string,
    as: Readonly<PastListing>,
    more: { readonly isAlone?: true } = {},
  ) => {
    const sold = asGot(as)
    if (sold === null) return
    const said = takeOffWorn(own, { ...sold, owner, operation: newOperation, by, reason, ...more })
    ofSkin[owner] = `${ofSkin[owner] ?? ''}${said}`
  }
  const why = { operation: newOperation, cause: 'reversal', subject: sale.id, by } as const
  const giveBack = (from: string, to: string, { item, gotBy, skinPaidBy }: Readonly<PastListing>) =>
    moveBack(context, { held, from, to, source: item.source, tradableAt: null, gotBy, skinPaidBy }, why)

  takeOff(context, buyer, sale)
  const { heldFor } = placeOf(read, buyer, held) ?? {}
  const listed = heldFor ? read(listings, buyer).open[heldFor] : undefined
  if (listed) takeBack(context, buyer, plain(listed) as Listing, { end: 'withdrawn', by })
  giveBack(buyer, seller, sale)
  for (const { from, to, sale: as } of way) {
    takeOff(ofSeller(context), from, as, { isAlone: true })
    if (to === null) takeAway(context, from, held, why)
    else giveBack(from, to, as)
    forgetSoldOn(context, (operation) => operation === as.operation)
  }
  return { owner: way.length === 0 ? seller : (way.at(-1)?.to ?? null), way, ofSkin }
}

/** Whether the buyer has sold it on, and staff can undo that sale: not where the one who bought it then was erased. */
async function isSoldOn(context: QueryContext<typeof readSale>, buyer: string, { operation }: Readonly<PastListing>) {
  const { past } = context.read(marketPast, buyer)
  const later = Object.values(past).find((one) => one.gotBy === operation && one.reversedAt === null)
  if (!later?.operation) return false
  const row = await rowOf(context, { operation: later.operation, player: buyer, at: later.endedAt })
  const sides = row?.other ? { operation: later.operation, seller: buyer, buyer: row.other } : null
  return sides !== null && saleOf(context.read, sides) !== null
}

type Audited = Pick<
  RowOf<typeof marketAudit>,
  'item' | 'currency' | 'amount' | 'isItemBack' | 'reason' | 'original' | 'operation'
> &
  Pick<Sides, 'seller' | 'buyer'>

function audit(context: Context, { seller, buyer, ...row }: Audited) {
  const { read, archive } = context
  const named = (id: string) => ({ id, name: read(account, id).name })
  archive(marketAudit, {
    act: 'reverseSale',
    target: named(seller),
    buyer: named(buyer),
    ...row,
    ...actorRow(context),
  })
}

/** Rows of one moment that are looked through for the operation. */
const mostRows = 200

interface Asked {
  readonly operation: string
  readonly player: string
  readonly at: number
}

async function rowOf({ page }: QueryContext<typeof readSale>, { operation, player, at }: Asked) {
  const found: Page<RowOf<typeof ledger>> = await page(ledger, { about: player, from: at, to: at, limit: mostRows })
  return found.rows.find((one) => one.row.operation === operation)?.row
}

/** What staff see before they undo a sale. */
export async function saleAsked(context: QueryContext<typeof readSale>, asked: Asked) {
  const { read, principal } = context
  const { operation } = asked
  const row = await rowOf(context, asked)
  if (row?.cause !== 'marketSale' || row.other === null) return { sale: null }
  const { player: seller, other: buyer } = row
  const sale = saleOf(read, { operation, seller, buyer })
  if (!sale || read(account, seller).demo !== read(account, principal.id ?? '').demo) return { sale: null }
  const { item, price, fee, endedAt, reversedAt } = sale
  const named = (id: string) => ({ account: id, name: read(account, id).name })
  const itemIs = itemAt(read, buyer, sale)
  const way = passedOn(read, seller, sale)
  const [first] = way
  const last = way.length === 0 ? seller : (way.at(-1)?.to ?? null)
  const sold = itemIs === 'withBuyer' ? asGot(sale) : null
  return {
    sale: {
      seller: named(seller),
      buyer: named(buyer),
      item: plain(item),
      price: plain(price),
      fee,
      at: endedAt,
      itemIs,
      sellerHas: read(wallet, seller)[price.currency],
      sellerNeeds: price.amount - fee,
      reversedAt,
      isSoldOn: await isSoldOn(context, buyer, sale),
      isSellerRefunded: last !== seller,
      goesTo: last === null || last === seller ? null : named(last),
      skin: sold && backForWorn(read, buyer, sold),
      sellerSkin: sold && first ? backForSellers(read, seller, sale, first.sale) : null,
    },
  } as const
}

/**
 * What its seller had put on a dinosaur before the sale, and gets back where they do not keep the dinosaur.
 * @param as how they had got it, or the sale itself where it goes to no one
 */
function backForSellers(
  read: Reading,
  seller: string,
  { item, skinPaidBy }: Readonly<PastListing>,
  as: Readonly<PastListing>,
) {
  const got = asGot(as)
  return got && item.kind === 'dinosaur'
    ? backForWorn(read, seller, got, { ...item, skinPaidBy, tradableAt: null })
    : null
}
