import { mayActOn } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { type DeliveryKind, type GameAction, permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import { accountOf } from '../account/rules.ts'
import { dropManualBans, endBan, liftBan, setBan } from './bans.ts'
import { type Issuer, issue, issuerOf, type Order, type OrderContext, recordAct } from './issue.ts'
import { roleInGame, seenInGame } from './targets.ts'

/** Kinds that reach only a player who is in the game. */
const needPresence: readonly DeliveryKind[] = ['slay', 'heal', 'kick', 'teleport', 'message']
/** Kinds that staff may also use on themselves. */
const selfKinds: readonly DeliveryKind[] = ['slay', 'heal', 'teleport', 'message']
/** Kinds that every player may use on their own dinosaur. */
export const ownAnimalKinds: readonly DeliveryKind[] = ['slay', 'heal']

/** Checks an order of a user (permission, rank, presence), issues it and records it. Returns the delivery's id. */
export function placeOrder(context: OrderContext, act: string, order: Order): string {
  const { actor, refuse, read } = context
  const { server, action } = order
  const { kind, target, detail } = action
  const isOwn =
    target !== null && target.id === read(account, accountOf(actor)).steamId && ownAnimalKinds.includes(kind)
  if (!isOwn && !actor.can(permissionFor[kind])) return refuse('above')
  checkRank(context, action)
  checkPresence(context, server, action)
  const issuer = issuerOf(context)
  // Before the first edit: searching a document that has become a draft costs many times as much.
  if (kind === 'unban' && target) dropManualBans(context, server, target.id)
  const id = issue(context, { ...order, own: isOwn }, issuer)
  recordAct(context, act, { id, kind, target, detail })
  if (kind === 'ban' && target) applyBan(context, order, id, issuer)
  if (kind === 'unban' && target) liftBan(context, server, target.id)
  return id
}

/** Staff act only on players of a lower role. */
function checkRank(context: OrderContext, { kind, target, detail }: GameAction) {
  const { actor, read, refuse } = context
  if (target === null) return
  const isOneself = target.id === read(account, accountOf(actor)).steamId
  if (isOneself && (kind === 'kick' || kind === 'ban')) return refuse('yourself')
  if (isOneself && kind === 'unban') return refuse('above')
  if (isOneself && selfKinds.includes(kind)) return
  // Adding a player to the whitelist harms no one, so rank does not matter.
  if (kind === 'whitelist' && detail.on) return
  if (!mayActOn(actor.role, roleInGame(context, target.id))) return refuse('above')
}

/** Where no recent reading exists, the order is accepted and the game decides whether the player is there. */
function checkPresence(context: OrderContext, server: string, { kind, target, detail }: GameAction) {
  const { refuse } = context
  if (target === null || !needPresence.includes(kind)) return
  const seen = seenInGame(context, server, target.id)
  if (seen === 'away') return refuse('offline')
  if (kind === 'slay' && seen !== null && (seen.animal === null || seen.animal.dead)) return refuse('noAnimal')
  if (detail.destination !== undefined && seenInGame(context, server, detail.destination) === 'away')
    return refuse('offline')
}

/** Undoing a ban that replaced an earlier one restores the earlier one, with its issuer and its end. */
function applyBan(context: OrderContext, order: Order, delivery: string, issuer: Issuer) {
  const { server, action, retryOf, undoOf } = order
  const { target, detail } = action
  if (target === null) return
  const held = context.read(bans, server).bans[target.id]
  if (undoOf !== undefined && held?.delivery === undoOf) endBan(context, server, target.id, delivery)
  else setBan(context, { server, target, detail, delivery, retryOf }, issuer)
}
