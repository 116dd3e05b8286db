import { account } from '../../../shared/features/account/account.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { type Payment, payments } from '../../../shared/features/ledger/ledger.ts'
import { refundPurchase as command } from '../../../shared/features/refunds/refundPurchase.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { consumeEntry } from '../inventory/entries.ts'
import { auditCurrency, checkRank, isOfActorsKind } from '../ledger/grants.ts'
import { forgetClaims, refund } from '../ledger/holds.ts'
import { consumeSkin } from '../skins/ownedSkins.ts'

type RefundContext = Parameters<Rule<typeof command>>[0]

const refundPurchase: Rule<typeof command> = (context, { account: player, operation, moneyOnly, reason }) => {
  const { actor, read, refuse } = context
  const { latest } = read(payments, player)
  const payment = Object.hasOwn(latest, operation) ? latest[operation] : undefined
  if (!payment || !isOfActorsKind(context, player)) return refuse('gone')
  checkRank(context, player)
  const { cause, currency, amount, subject, item } = payment
  const bought = boughtBy(context, player, operation, payment)
  if (bought.is === 'locked') return refuse('locked')
  const price = { currency, amount }
  const by = accountOf(actor)
  // First, so that what was refunded before says so, and not that it is gone. A rule that refuses has changed nothing.
  const paid = refund(context, { player, price, original: operation, cause, subject, item, by, reason })
  if (paid === null) return refuse('refunded')
  if (bought.is === 'used' && !moneyOnly) return refuse('used')
  // A payment that is no longer kept is never refunded again.
  forgetClaims(context, player, 'refund', (one) => !Object.hasOwn(latest, one))
  if (bought.is === 'kept') bought.takeBack(paid)
  const target = { id: player, name: read(account, player).name }
  auditCurrency(context, 'refundPurchase', { ...price, reason, target, players: 1, operation: paid, item })
  const newBalance = read(wallet, player)[currency]
  return { operation: paid, refunded: amount, currency, newBalance, isItemBack: bought.is === 'kept' }
}

type Bought =
  | { readonly is: 'kept'; takeBack(operation: string): void }
  /** Something else has it, so what becomes of it is not decided. */
  | { readonly is: 'locked' }
  /** The game, another user, or no one has it. */
  | { readonly is: 'used' }

/** What the player has of what was paid for. An entry that came back by another way, as one that was sold and bought, is not it. */
function boughtBy(context: RefundContext, player: string, bought: string, { cause, subject }: Payment): Bought {
  const { read, actor } = context
  const id = subject ?? ''
  const why = (operation: string) => ({ operation, cause: 'reversal', subject: bought, by: accountOf(actor) }) as const
  const never = { ...context, refuse: context.refuse as never }
  const { dinosaurs } = read(inventory, player)
  const entry = cause === 'shop' && Object.hasOwn(dinosaurs, id) ? dinosaurs[id] : undefined
  const { skins } = read(ownedSkins, player)
  const skin = cause === 'skin' && Object.hasOwn(skins, id) ? skins[id] : undefined
  const has = entry ?? skin
  if (has?.operation !== bought) return { is: 'used' }
  if (has.state !== 'stored') return { is: 'locked' }
  const takeBack = (operation: string) =>
    entry ? consumeEntry(never, player, id, null, why(operation)) : consumeSkin(never, player, id, null, why(operation))
  return { is: 'kept', takeBack }
}

/** Staff give back what was paid for purchases. */
export const refundsFeature: Feature = {
  name: 'refunds',
  documents: [],
  commands: [implement(command, refundPurchase)],
  queries: [],
}
