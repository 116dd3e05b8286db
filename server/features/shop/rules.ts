import { numberText } from '../../../shared/engine/numberText.ts'
import { dayOf, isStillDay } from '../../../shared/engine/utcDay.ts'
import { catalogue, catalogueKey, type Offer, offerOf } from '../../../shared/features/catalogue/catalogue.ts'
import { catalogueCurrency } from '../../../shared/features/catalogue/items.ts'
import type { Payment } from '../../../shared/features/ledger/ledger.ts'
import type { buyDinosaur as command, saleRefusals } from '../../../shared/features/shop/commands.ts'
import { boughtToday, purchaseCounts } from '../../../shared/features/shop/purchases.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import type { Context, RefusalValues, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { tradableFrom } from '../economy/rewards.ts'
import { addEntry } from '../inventory/entries.ts'
import { move, sink, walletOf } from '../ledger/operation.ts'
import { post } from '../ledger/post.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'

/** Debit, row of the ledger and entry of the inventory are one change: there is never one without the others. */
export const buyDinosaur: Rule<typeof command> = (context, { item, price }) => {
  const { actor, read, refuse, newId } = context
  if (!isSwitchedOn(context, 'realCurrency') || !isSwitchedOn(context, 'realInventory')) return refuse('closed')
  const buyer = accountOf(actor)
  const offer = offerSeen(context, buyer, item, price)
  if (offer.kind !== 'dinosaur') return refuse('notSold')
  const balance = read(wallet, buyer)[catalogueCurrency]
  if (balance < price) return refuse('tooPoor', { more: numberText(price - balance) })
  const [entry, operation] = [newId(), newId()]
  const { name, species } = offer
  const bought = { id: entry, source: 'shop', species, tradableAt: tradableFrom(context) } as const
  addEntry(context, buyer, bought, { operation, cause: 'purchase', by: buyer })
  post(context, {
    id: operation,
    cause: 'shop',
    entries: move(walletOf(buyer), sink('shop'), catalogueCurrency, price),
    by: buyer,
    subject: entry,
    item: name,
    countedAs: item,
  })
  countPurchase(context, buyer, item)
  return { entry, operation, name, price, newBalance: read(wallet, buyer)[catalogueCurrency] }
}

type SaleContext = Pick<Context, 'read' | 'now'> & {
  refuse(code: keyof typeof saleRefusals, values?: RefusalValues): never
}

/**
 * An offer of the catalogue that a user may take now, at the price that they were shown. Refuses `notSold`, `off`, `repriced` and
 * `limitReached`. The command that sells it counts it with `countPurchase`.
 */
export function offerSeen({ read, now, refuse }: SaleContext, buyer: string, id: string, seen: number): Offer {
  const offer = offerOf(read(catalogue, catalogueKey), id, now)
  if (!offer) return refuse('notSold')
  const { name: item, price, perDay: limit } = offer
  if (!offer.isOn) return refuse('off', { item })
  if (price !== seen)
    return refuse('repriced', { item, seen: numberText(seen), now: amountInWords(price, catalogueCurrency) })
  if (limit !== null && boughtToday(read(purchaseCounts, buyer), id, now) >= limit)
    return refuse('limitReached', { item, limit })
  return offer
}

/** Counts one of an item for the limits of the day. */
export function countPurchase({ read, edit, now }: Pick<Context, 'read' | 'edit' | 'now'>, buyer: string, id: string) {
  const count = boughtToday(read(purchaseCounts, buyer), id, now) + 1
  const own = edit(purchaseCounts, buyer)
  if (!isStillDay(own.day, now)) Object.assign(own, { day: dayOf(now), counts: {} })
  own.counts[id] = count
  own.ever += 1
}

/**
 * What staff refunded is no longer a purchase. Earlier releases did not count all of them.
 * @param payment `countedAs`: the item whose limit of the day gets one back; null for none
 */
export function uncountPurchase(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  buyer: string,
  payment: Pick<Payment, 'at' | 'countedAs'>,
) {
  const { at, countedAs } = payment
  const { day, counts, ever } = read(purchaseCounts, buyer)
  if (ever > 0) edit(purchaseCounts, buyer).ever -= 1
  if (countedAs === null || day !== dayOf(at) || !Object.hasOwn(counts, countedAs)) return
  const own = edit(purchaseCounts, buyer).counts
  const left = (own[countedAs] ?? 0) - 1
  if (left > 0) own[countedAs] = left
  else delete own[countedAs]
}
