import { account } from '../../../shared/features/account/account.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { type Payment, payments } from '../../../shared/features/ledger/ledger.ts'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { refundPurchase as command, readPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import type { Reading } from '../../engine/principal.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { uncountRedeemed } from '../deliveries/redemptionCounts.ts'
import { consumeEntry } from '../inventory/entries.ts'
import { auditCurrency, checkRank, isOfActorsKind } from '../ledger/grants.ts'
import { forgetClaims, refund } from '../ledger/holds.ts'
import { noteRefund } from '../market/undoneSales.ts'
import { notify } from '../notifications/notify.ts'
import { uncountPurchase } from '../shop/rules.ts'
import { consumeSkin } from '../skins/ownedSkins.ts'
import { type AsGot, backForWorn, isStillWorn, takeOffWorn } from '../skins/wornSkin.ts'

type RefundContext = Parameters<Rule<typeof command>>[0]

const refundPurchase: Rule<typeof command> = (context, { account: player, operation, moneyOnly, reason }) => {
  const { actor, read, refuse } = context
  const { latest } = read(payments, player)
  const payment = Object.hasOwn(latest, operation) ? latest[operation] : undefined
  if (!payment || !isOfActorsKind(context, player)) return refuse('gone')
  checkRank(context, player)
  const { cause, currency, amount, subject, item } = payment
  const bought = boughtBy(read, player, operation, payment)
  if (bought.is === 'locked') return refuse('locked')
  const price = { currency, amount }
  const by = accountOf(actor)
  // First, so that what was refunded before says so, and not that it is gone. A rule that refuses has changed nothing.
  const paid = refund(context, { player, price, original: operation, cause, subject, item, by, reason })
  if (paid === null) return refuse('refunded')
  if (bought.is === 'used' && !moneyOnly)
    return refuse('used', { why: isStillWorn(read, player, operation) ? whyUsed.worn : whyUsed.gone })
  // A payment that is no longer kept is never refunded again.
  forgetClaims(context, player, 'refund', (one) => !Object.hasOwn(latest, one))
  const target = { id: player, name: read(account, player).name }
  auditCurrency(context, 'refundPurchase', { ...price, reason, target, players: 1, operation: paid, item })
  const back = bought.is === 'kept' ? backForWorn(read, player, bought) : null
  const ofSkin = bought.is === 'kept' ? takeBack(context, player, bought, { original: operation, paid, reason }) : ''
  uncount(context, player, payment, bought)
  noteRefund(context, player, operation)
  const taken = bought.is === 'kept' ? bought.what : null
  notifyOfRefund(context, player, payment, { operation: paid, taken, ofSkin, reason })
  const newBalance = read(wallet, player)[currency]
  return { operation: paid, refunded: amount, currency, newBalance, isItemBack: bought.is === 'kept', skin: back }
}

const whyUsed = {
  gone: 'The player no longer has what was bought: it was used, sold or given away.',
  worn: 'A dinosaur of the player wears the skin that was bought, and would keep it.',
}

type Kept = AsGot & { readonly is: 'kept'; readonly what: 'dinosaur' | 'skin' }
type Bought =
  | Kept
  /** Something else has it, so what becomes of it is not decided. */
  | { readonly is: 'locked' }
  /** The game, another user, or no one has it. */
  | { readonly is: 'used' }

/**
 * What the player has of what was paid for. An entry that came back by another way, as one that was sold and bought, is not it. A skin that was
 * used up and came back is another one, got by the same operation.
 */
function boughtBy(read: Reading, player: string, bought: string, { cause, subject, at }: Payment): Bought {
  const { dinosaurs } = read(inventory, player)
  const id = subject ?? ''
  const entry = cause === 'shop' && Object.hasOwn(dinosaurs, id) ? dinosaurs[id] : undefined
  const skin =
    cause === 'skin' ? Object.values(read(ownedSkins, player).skins).find((one) => one.operation === bought) : undefined
  const has = entry ?? skin
  if (has?.operation !== bought) return { is: 'used' }
  if (has.state !== 'stored') return { is: 'locked' }
  return { is: 'kept', what: entry ? 'dinosaur' : 'skin', entry: has.id, skin: null, skinColours: null, at }
}

interface TakenBack {
  /** The payment. */
  readonly original: string
  /** The operation that gave it back. */
  readonly paid: string
  readonly reason: string
}

/** Returns what to tell the player of a skin that they had put on the dinosaur. */
function takeBack(
  context: RefundContext,
  player: string,
  { what, ...asGot }: Kept,
  { original, paid, reason }: TakenBack,
) {
  const by = accountOf(context.actor)
  const why = { operation: paid, cause: 'reversal', subject: original, by } as const
  const never = { ...context, refuse: context.refuse as never }
  if (what === 'skin') consumeSkin(never, player, asGot.entry, null, why)
  const ofSkin = what === 'dinosaur' ? takeOffWorn(never, { ...asGot, owner: player, operation: paid, by, reason }) : ''
  if (what === 'dinosaur') consumeEntry(never, player, asGot.entry, null, why)
  return ofSkin
}

/** It is no longer a purchase. What was not taken back, or happened in the game, still counts for the limit of its day. */
function uncount(context: RefundContext, player: string, { cause, at, countedAs }: Payment, { is }: Bought) {
  const { read, edit } = context
  const counted = is === 'kept' ? countedAs : null
  if (cause === 'shop') return uncountPurchase(context, player, { at, countedAs: counted })
  if (read(redemptions, player).purchases > 0) edit(redemptions, player).purchases -= 1
  uncountRedeemed(context, player, counted, at)
}

interface Refunded {
  /** Of the ledger: the one by which the currency went back. */
  readonly operation: string
  /** Null where only the currency went back. */
  readonly taken: 'dinosaur' | 'skin' | null
  /** What they hear of a skin that they had put on the dinosaur. */
  readonly ofSkin: string
  readonly reason: string
}

/** The user hears of it as of a sale that staff undid. */
function notifyOfRefund(
  context: RefundContext,
  to: string,
  { currency, amount, item }: Payment,
  { operation, taken, ofSkin, reason }: Refunded,
) {
  const what = item === '' ? 'a purchase of yours' : `your purchase of ${item}`
  const back = `You got ${amountInWords(amount, currency)} back`
  const lost = taken === null ? '' : `, and the ${taken} was taken back`
  const message = `Staff refunded ${what}. ${back}${lost}.${ofSkin} Reason: ${reason}`
  const details = { operation, currency, amount }
  notify(context, {
    to,
    type: 'purchaseRefunded',
    title: 'A purchase was refunded',
    message,
    link: '/ledger',
    details,
  })
}

/** What staff see before they refund a purchase. */
function purchaseAsked(
  { read, principal }: QueryContext<typeof readPurchase>,
  { account: player, operation }: { readonly account: string; readonly operation: string },
) {
  const { latest } = read(payments, player)
  const payment = Object.hasOwn(latest, operation) ? latest[operation] : undefined
  if (!payment || read(account, player).demo !== read(account, principal.id ?? '').demo) return { purchase: null }
  const bought = boughtBy(read, player, operation, payment)
  const skin = bought.is === 'kept' ? backForWorn(read, player, bought) : null
  const isWorn = bought.is === 'used' && isStillWorn(read, player, operation)
  return { purchase: { itemIs: bought.is, skin, ...(isWorn && { isWorn }) } }
}

/** Staff give back what was paid for purchases. */
export const refundsFeature: Feature = {
  name: 'refunds',
  documents: [],
  commands: [implement(command, refundPurchase)],
  queries: [implementQuery(readPurchase, purchaseAsked)],
}
