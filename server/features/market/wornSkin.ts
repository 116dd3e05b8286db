import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { type Payment, payments } from '../../../shared/features/ledger/ledger.ts'
import type { PastListing } from '../../../shared/features/market/listing.ts'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { defaultSkin, type SkinDesign, skinNamed, skinText } from '../../../shared/features/skins/design.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { uncountRedeemed } from '../deliveries/redemptionCounts.ts'
import { forgetClaims, refund } from '../ledger/holds.ts'
import { addSkin, type SkinContext } from '../skins/ownedSkins.ts'

// A buyer may have put a skin on a dinosaur before staff undo its sale. The skin is the buyer's, and not part of what goes back.

interface WornSkin {
  readonly name: string
  readonly design: SkinDesign
  /** Epoch ms from which on the dinosaur, and with it the skin, could have been sold; null for at any time. */
  readonly tradableAt: number | null
  readonly paid: PaidWith
}

/** What the buyer paid for it with. `kept`: a skin of theirs, or a payment that is too long ago to be given back. `refunded`: staff gave the price back. */
type PaidWith = 'kept' | 'refunded' | { readonly operation: string; readonly payment: Readonly<Payment> }

type Sold = Pick<PastListing, 'item' | 'entry' | 'endedAt'>

/** The skin that the buyer of a dinosaur put on it after the sale; null if it looks as it was sold, or in its natural colours. */
export function wornSince(read: Reading, buyer: string, { item, entry, endedAt }: Sold): WornSkin | null {
  const { dinosaurs } = read(inventory, buyer)
  const own = Object.hasOwn(dinosaurs, entry) ? dinosaurs[entry] : undefined
  if (item.kind !== 'dinosaur' || !own || own.skin === null) return null
  const { species, skin, skinColours: colours, tradableAt } = own
  if (skinText({ skin, colours }) === skinText({ skin: item.skin ?? defaultSkin, colours: item.skinColours }))
    return null
  const { latest } = read(payments, buyer)
  // An earlier release did not write down what paid for the skin: most likely the last payment for such a skin on this dinosaur.
  const likely = () =>
    Object.keys(latest).findLast((operation) => {
      const { cause, subject, countedAs, at } = latest[operation] as Payment
      return cause === 'skin' && subject === entry && countedAs === skin && at >= endedAt
    })
  const name = skinNamed(skin)?.name ?? skin
  const paid = paidWith(latest, own.skinPaidBy ?? likely() ?? 'kept')
  return { name, design: { species, skin, colours }, tradableAt, paid }
}

/** @param paidBy of the dinosaur */
function paidWith(latest: Readonly<Record<string, Readonly<Payment>>>, paidBy: string): PaidWith {
  if (paidBy === 'kept' || paidBy === 'refunded') return paidBy
  const payment = Object.hasOwn(latest, paidBy) ? latest[paidBy] : undefined
  if (payment === undefined) return 'kept'
  return payment.refundedAt === null ? { operation: paidBy, payment } : 'refunded'
}

/** What the buyer gets for the skin: the price, or a skin to keep. Null where staff have refunded the price before. */
export function backFor({ paid }: WornSkin): 'price' | 'skin' | null {
  if (paid === 'refunded') return null
  return paid === 'kept' ? 'skin' : 'price'
}

/** Of a rule whose command takes over `skinRefusals` and `moneyRefusals`. */
type UndressContext = SkinContext & Parameters<typeof refund>[0] & Pick<Context, 'newId'>

interface Undone extends Sold {
  readonly buyer: string
  /** Of the reversal. */
  readonly operation: string
  readonly by: string
  readonly reason: string
}

/**
 * Takes off what the buyer put on, so that the dinosaur looks as it was sold, and gives the buyer back what they paid for it. Returns the
 * sentence for the buyer; '' where they get nothing.
 */
export function takeOffWorn(context: UndressContext, { buyer, operation, by, reason, ...sold }: Undone): string {
  const { read, edit, newId } = context
  const worn = wornSince(read, buyer, sold)
  const { item, entry } = sold
  const own = edit(inventory, buyer).dinosaurs[entry]
  if (own && item.kind === 'dinosaur') Object.assign(own, { skin: item.skin, skinColours: item.skinColours })
  if (worn === null || worn.paid === 'refunded') return ''
  const { name, design, tradableAt, paid } = worn
  if (paid !== 'kept') return refundWorn(context, buyer, paid, { by, reason }) ? ` ${backText(name, paid.payment)}` : ''
  const skin = { id: newId(), source: 'shop', ...design, tradableAt } as const
  addSkin(context, buyer, skin, { operation, cause: 'reversal', subject: entry, by })
  return ` The skin that you put on it, ${name}, is in your skins.`
}

const backText = (name: string, { amount, currency }: Payment) =>
  `You also got back the ${amountInWords(amount, currency)} that you paid for its skin, ${name}.`

/** The skin is taken back, so it counts for the limit of its day no more. False if it was refunded before. */
function refundWorn(
  context: UndressContext,
  player: string,
  { operation: original, payment }: Exclude<PaidWith, string>,
  said: { readonly by: string; readonly reason: string },
): boolean {
  const { read, edit } = context
  const { currency, amount, subject, item, countedAs, at } = payment
  const about = { original, cause: 'skin', subject, item } as const
  if (refund(context, { player, price: { currency, amount }, ...about, ...said }) === null) return false
  forgetClaims(context, player, 'refund', (one) => !Object.hasOwn(read(payments, player).latest, one))
  if (read(redemptions, player).purchases > 0) edit(redemptions, player).purchases -= 1
  uncountRedeemed(context, player, countedAs, at)
  return true
}
