import { account } from '../../../shared/features/account/account.ts'
import { inventory, type OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import type { Price } from '../../../shared/features/ledger/accounts.ts'
import { type Payment, payments } from '../../../shared/features/ledger/ledger.ts'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { defaultSkin, type SkinDesign, skinNamed, skinText } from '../../../shared/features/skins/design.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { uncountRedeemed } from '../deliveries/redemptionCounts.ts'
import { auditCurrency } from '../ledger/grants.ts'
import { forgetClaims, refund } from '../ledger/holds.ts'
import { addSkin, type SkinContext } from './ownedSkins.ts'

// A user may have put a skin on a dinosaur before staff undo how they got it, the purchase from the shop or from another user. The skin is
// theirs, and not part of what is taken back.

const keptPrefix = 'kept:'
/** As `skinPaidBy` of a dinosaur says it of a skin that its user kept. @param operation by which they had got it */
export const paidWithKept = (operation: string) => `${keptPrefix}${operation}`

interface WornSkin {
  readonly name: string
  readonly design: SkinDesign
  /** Epoch ms from which on the dinosaur, and with it the skin, could have been sold; null for at any time. */
  readonly tradableAt: number | null
  readonly paid: PaidWith
}

/**
 * What its user paid for it with. `kept`: a skin of theirs that they had got by `gotBy`, or a payment that is too long ago to be given back.
 * `nothing`: staff gave that back before.
 */
type PaidWith =
  | { readonly with: 'nothing' }
  | { readonly with: 'kept'; readonly gotBy: string | null }
  | { readonly with: 'currency'; readonly operation: string; readonly payment: Readonly<Payment> }

/** How a dinosaur looked when its user got it. */
export interface AsGot extends Pick<OwnedDinosaur, 'skin' | 'skinColours'> {
  /** Id of the dinosaur. */
  readonly entry: string
  /** Epoch ms at which they got it. */
  readonly at: number
}

/** A dinosaur as its owner has it, or had it before a sale. */
type Dressed = Pick<OwnedDinosaur, 'species' | 'skin' | 'skinColours' | 'skinPaidBy' | 'tradableAt'>

function dressedOf(read: Reading, owner: string, entry: string): Readonly<Dressed> | undefined {
  const { dinosaurs } = read(inventory, owner)
  return Object.hasOwn(dinosaurs, entry) ? dinosaurs[entry] : undefined
}

/** The skin that the owner of a dinosaur put on it; null if it looks as they got it, or is in its natural colours. */
function wornSince(read: Reading, owner: string, asGot: AsGot, own = dressedOf(read, owner, asGot.entry)) {
  const { entry, skin: before, skinColours, at: gotAt } = asGot
  if (!own || own.skin === null) return null
  const { species, skin, skinColours: colours, skinPaidBy, tradableAt } = own
  const isAsGot = skinText({ skin, colours }) === skinText({ skin: before ?? defaultSkin, colours: skinColours })
  // A user may have put the same skin on again. Who gets a dinosaur with a skin has paid nothing for that skin.
  if (isAsGot && skinPaidBy === null) return null
  const { latest } = read(payments, owner)
  // An earlier release did not write down what paid for the skin: most likely the last payment for such a skin on this dinosaur.
  const likely = () =>
    Object.keys(latest).findLast((operation) => {
      const { cause, subject, countedAs, at } = latest[operation] as Payment
      return cause === 'skin' && subject === entry && countedAs === skin && at >= gotAt
    })
  const name = skinNamed(skin)?.name ?? skin
  const paid = paidWith(latest, skinPaidBy ?? likely() ?? 'kept')
  return { name, design: { species, skin, colours }, tradableAt, paid } satisfies WornSkin
}

/** @param paidBy of the dinosaur */
function paidWith(latest: Readonly<Record<string, Readonly<Payment>>>, paidBy: string): PaidWith {
  if (paidBy === 'refunded') return { with: 'nothing' }
  if (paidBy.startsWith(keptPrefix)) return { with: 'kept', gotBy: paidBy.slice(keptPrefix.length) }
  const payment = Object.hasOwn(latest, paidBy) ? latest[paidBy] : undefined
  if (payment === undefined) return { with: 'kept', gotBy: null }
  return payment.refundedAt === null ? { with: 'currency', operation: paidBy, payment } : { with: 'nothing' }
}

/** What the owner gets for the skin: its price, or where that is null the skin to keep. Null for nothing. @param own unless they have it now */
export function backForWorn(
  read: Reading,
  owner: string,
  asGot: AsGot,
  own?: Readonly<Dressed>,
): { name: string; price: Price | null } | null {
  const worn = wornSince(read, owner, asGot, own)
  if (worn === null || worn.paid.with === 'nothing') return null
  if (worn.paid.with === 'kept') return { name: worn.name, price: null }
  const { currency, amount } = worn.paid.payment
  return { name: worn.name, price: { currency, amount } }
}

/** Of a rule whose command takes over `skinRefusals` and `moneyRefusals`. */
type UndressContext = SkinContext & Context

interface Undone extends AsGot {
  readonly owner: string
  /** Of the reversal or refund. */
  readonly operation: string
  readonly by: string
  readonly reason: string
  /** They get nothing else back. */
  readonly isAlone?: true
}

/**
 * Takes off what the owner put on, so that the dinosaur looks as they got it, and gives them back what they paid for it. Returns the sentence
 * for them; '' where they get nothing.
 */
export function takeOffWorn(context: UndressContext, undone: Undone): string {
  const { owner, operation, by, reason, isAlone, ...asGot } = undone
  const { read, edit, newId } = context
  const worn = wornSince(read, owner, asGot)
  const { entry, skin, skinColours } = asGot
  const own = edit(inventory, owner).dinosaurs[entry]
  if (own) Object.assign(own, { skin, skinColours, skinPaidBy: null })
  if (worn === null || worn.paid.with === 'nothing') return ''
  const { name, design, tradableAt, paid } = worn
  if (paid.with === 'currency')
    return refundWorn(context, owner, paid, { by, reason }) ? ` ${backText(name, paid.payment, isAlone)}` : ''
  const kept = { id: newId(), source: 'shop', ...design, tradableAt, gotBy: paid.gotBy } as const
  addSkin(context, owner, kept, { operation, cause: 'reversal', subject: entry, by })
  return ` The skin that you put on it, ${name}, is in your skins.`
}

const backText = (name: string, { amount, currency }: Payment, isAlone = false) =>
  `You ${isAlone ? '' : 'also '}got back the ${amountInWords(amount, currency)} that you paid for its skin, ${name}.`

/** The skin is taken back, so it counts for the limit of its day no more. False if it was refunded before. */
function refundWorn(
  context: UndressContext,
  player: string,
  { operation: original, payment }: Extract<PaidWith, { readonly with: 'currency' }>,
  said: { readonly by: string; readonly reason: string },
): boolean {
  const { read, edit } = context
  const { currency, amount, subject, item, countedAs, at } = payment
  const about = { original, cause: 'skin', subject, item } as const
  const operation = refund(context, { player, price: { currency, amount }, ...about, ...said })
  if (operation === null) return false
  forgetClaims(context, player, 'refund', (one) => !Object.hasOwn(read(payments, player).latest, one))
  if (read(redemptions, player).purchases > 0) edit(redemptions, player).purchases -= 1
  uncountRedeemed(context, player, countedAs, at)
  const target = { id: player, name: read(account, player).name }
  const { reason } = said
  auditCurrency(context, 'refundPurchase', { currency, amount, reason, target, players: 1, operation, item })
  return true
}

interface WornBefore extends Pick<OwnedDinosaur, 'skin' | 'skinPaidBy'> {
  /** Id of the dinosaur. */
  readonly entry: string
}

/**
 * Whether an operation of a user paid for the skin that they put on a dinosaur, or was how they had got that skin. Where an earlier release put
 * it on and did not write that down, the payment names the dinosaur and the skin.
 */
export function isSkinPaidBy(read: Reading, user: string, { entry, skin, skinPaidBy }: WornBefore, operation: string) {
  if (skinPaidBy !== null) return skinPaidBy === operation || skinPaidBy === paidWithKept(operation)
  const { latest } = read(payments, user)
  const payment = Object.hasOwn(latest, operation) ? latest[operation] : undefined
  return skin !== null && payment?.cause === 'skin' && payment.subject === entry && payment.countedAs === skin
}

/** Whether a dinosaur of a user wears the skin for which an operation of theirs paid. */
export const isStillWorn = (read: Reading, owner: string, operation: string) =>
  Object.values(read(inventory, owner).dinosaurs).some(({ id, ...worn }) =>
    isSkinPaidBy(read, owner, { entry: id, ...worn }, operation),
  )

/** Staff gave back what a skin had cost, and left it on the dinosaur: nothing is given for it once more. */
export function noteSkinRefunded({ read, edit }: Pick<Context, 'read' | 'edit'>, owner: string, operation: string) {
  for (const { id, ...worn } of Object.values(read(inventory, owner).dinosaurs)) {
    const own = isSkinPaidBy(read, owner, { entry: id, ...worn }, operation)
      ? edit(inventory, owner).dinosaurs[id]
      : undefined
    if (own) own.skinPaidBy = 'refunded'
  }
}
