import { payments } from '../../../shared/features/ledger/ledger.ts'
import { marketPast, mostSoldOn, type PastListing, soldOn, soldOnKey } from '../../../shared/features/market/listing.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { isSkinPaidBy, noteSkinRefunded } from '../skins/wornSkin.ts'

// What is known of a sale when staff undo it, and of those before it: who gets what was sold depends on what staff gave back before.

export interface Sides {
  readonly operation: string
  readonly seller: string
  readonly buyer: string
}

/** A sale by its operation, as both of its sides know it; null where one of them has forgotten it, or was erased. */
export function saleOf(read: Reading, { operation, seller, buyer }: Sides): Readonly<PastListing> | null {
  const known = (who: string, end: PastListing['end']) =>
    Object.values(read(marketPast, who).past).find((one) => one.operation === operation && one.end === end)
  const sold = known(seller, 'sold')
  return sold && known(buyer, 'bought')?.id === sold.id ? sold : null
}

/** From a user to whom it came back, and who does not keep it. */
interface Passed {
  readonly from: string
  /** Null for no one: it is taken away. */
  readonly to: string | null
  /** The sale of `to` to `from`; for no one that of `from`. */
  readonly sale: Readonly<PastListing>
}

/**
 * The way of what was sold once it is with its seller again. A seller to whom staff gave back what they had paid for it does not keep it, as if
 * staff had undone its sale first: it goes to the one who had sold it to them, and from there by the same rule. What they had bought in the
 * shop goes to no one, and so does what came from a user who was erased or whose sale is forgotten.
 */
export function passedOn(read: Reading, seller: string, sale: Readonly<PastListing>): readonly Passed[] {
  if (!isRefunded(read, seller, sale)) return []
  const operation = sale.gotBy ?? ''
  const { sellers } = read(soldOn, soldOnKey)
  const to = Object.hasOwn(sellers, operation) ? (sellers[operation] as string) : null
  const earlier = to === null ? null : saleOf(read, { operation, seller: to, buyer: seller })
  if (to === null || earlier === null) return [{ from: seller, to: null, sale }]
  return [{ from: seller, to, sale: plain(earlier) }, ...passedOn(read, to, earlier)]
}

/** Whether staff gave back what its seller had paid for it. Refunds by earlier releases are known among the latest payments alone. */
function isRefunded(read: Reading, seller: string, sale: Readonly<PastListing>): boolean {
  const { latest } = read(payments, seller)
  const bought = Object.hasOwn(latest, sale.gotBy ?? '') ? latest[sale.gotBy ?? ''] : undefined
  return sale.isRefunded || (bought?.refundedAt ?? null) !== null
}

type Noting = Pick<Context, 'read' | 'edit'>

/**
 * Staff gave back what a user had paid, and what they got for it stays where it is. If staff undo a later sale, the user does not get it back:
 * they would have it for nothing. Nor does a skin come back, that they had put on what they sold or still have.
 */
export function noteRefund({ read, edit }: Noting, user: string, operation: string) {
  for (const { id, end, gotBy, entry, item, skinPaidBy } of Object.values(read(marketPast, user).past)) {
    const isItem = gotBy === operation
    const isDressed = end === 'sold' && item.kind === 'dinosaur'
    const isSkin = isDressed && isSkinPaidBy(read, user, { entry, skin: item.skin, skinPaidBy }, operation)
    const sold = isItem || isSkin ? edit(marketPast, user).past[id] : undefined
    if (sold && isItem) sold.isRefunded = true
    if (sold && isSkin) sold.skinPaidBy = 'refunded'
  }
  noteSkinRefunded({ read, edit }, user, operation)
}

/** The same for the buyer of a sale. Its seller has a claim to what the buyer has sold on. */
export function noteRefundedSale(context: Noting, { operation, seller, buyer }: Sides) {
  const { read, edit } = context
  noteRefund(context, buyer, operation)
  if (!Object.values(read(marketPast, buyer).past).some(({ gotBy }) => gotBy === operation)) return
  const { sellers } = edit(soldOn, soldOnKey)
  sellers[operation] = seller
  const [oldest] = Object.keys(sellers)
  if (oldest !== undefined && Object.keys(sellers).length > mostSoldOn) delete sellers[oldest]
}

/** Forgets sellers who have what was sold again, and erased ones. */
export function forgetSoldOn({ read, edit }: Noting, isMeant: (operation: string, seller: string) => boolean) {
  for (const [operation, seller] of Object.entries(read(soldOn, soldOnKey).sellers))
    if (isMeant(operation, seller)) delete edit(soldOn, soldOnKey).sellers[operation]
}
