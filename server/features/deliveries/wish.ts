import { mayActOn } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { type DeliveryKind, type GameAction, permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import { accountOf } from '../account/rules.ts'
import { type Giver, give, giverOf, noteAct, type Wish, type Wishing } from './give.ts'
import { dropBansByHand, endBan, holdBan, liftBan } from './ourBans.ts'
import { roleInGame, seenInGame } from './standing.ts'

/** Whoever is not in the game cannot be reached by these. */
const needPresence: readonly DeliveryKind[] = ['slay', 'heal', 'kick', 'teleport', 'message']
/** One does these to oneself as well: nobody is wronged. */
const onOneself: readonly DeliveryKind[] = ['slay', 'heal', 'teleport', 'message']
/** Everyone does these to their own dinosaur. */
export const onOwnAnimal: readonly DeliveryKind[] = ['slay', 'heal']

/** A person wants something of the game: all that may be said against it, then it is on its way. Returns its id. */
export function createWish(ownerSteamIds: readonly string[]) {
  /** Staff act only on those below them. */
  const checkRank = (context: Wishing, { kind, target, detail }: GameAction) => {
    const { actor, read, refuse } = context
    if (target === null) return
    const isOneself = target.id === read(account, accountOf(actor)).steamId
    if (isOneself && (kind === 'kick' || kind === 'ban')) return refuse('yourself')
    if (isOneself && kind === 'unban') return refuse('above')
    if (isOneself && onOneself.includes(kind)) return
    // To be let in does nobody harm.
    if (kind === 'whitelist' && detail.on) return
    if (!mayActOn(actor.role, roleInGame(context, target.id, ownerSteamIds))) return refuse('above')
  }
  return (context: Wishing, act: string, wish: Wish): string => {
    const { actor, refuse, read } = context
    const { server, action } = wish
    const { kind, target, detail } = action
    const isOwn = target !== null && target.id === read(account, accountOf(actor)).steamId && onOwnAnimal.includes(kind)
    if (!isOwn && !actor.can(permissionFor[kind])) return refuse('above')
    checkRank(context, action)
    checkPresence(context, server, action)
    const giver = giverOf(context)
    // Before anything is written: to search what has become a draft costs many times as much.
    if (kind === 'unban' && target) dropBansByHand(context, server, target.id)
    const id = give(context, { ...wish, own: isOwn }, giver)
    noteAct(context, act, { id, kind, target, detail })
    if (kind === 'ban' && target) ban(context, wish, id, giver)
    if (kind === 'unban' && target) liftBan(context, server, target.id)
    return id
  }
}

/** A ban that takes back a later one is the earlier one, with its giver and its end. */
function ban(context: Wishing, { server, action, retryOf, undoOf }: Wish, id: string, giver: Giver) {
  const { target, detail } = action
  if (target === null) return
  const held = context.read(bans, server).bans[target.id]
  if (undoOf !== undefined && held?.delivery === undoOf) endBan(context, server, target.id, id)
  else holdBan(context, { server, target, detail, delivery: id, retryOf }, giver)
}
export type WishFor = ReturnType<typeof createWish>

/** Where nothing young enough was read, the game itself is left to say whether they are there. */
function checkPresence(context: Wishing, server: string, { kind, target, detail }: GameAction) {
  const { refuse } = context
  if (target === null || !needPresence.includes(kind)) return
  const seen = seenInGame(context, server, target.id)
  if (seen === 'away') return refuse('offline')
  if (kind === 'slay' && seen !== null && (seen.animal === null || seen.animal.dead)) return refuse('noAnimal')
  if (detail.destination !== undefined && seenInGame(context, server, detail.destination) === 'away')
    return refuse('offline')
}
