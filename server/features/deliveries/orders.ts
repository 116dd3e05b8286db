import { mayActOn } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bans, rosterFreshMs } from '../../../shared/features/deliveries/delivery.ts'
import {
  type DeliveryKind,
  type GameAction,
  ownAnimalKinds,
  permissionFor,
  type Target,
} from '../../../shared/features/deliveries/kinds.ts'
import { playersTyped } from '../../../shared/features/deliveries/typedPlayer.ts'
import { knownPlayers, knownPlayersKey } from '../../../shared/features/play/knownPlayers.ts'
import { type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import type { Context } from '../../engine/rule.ts'
import { accountOf, accountsOfPlayer } from '../account/rules.ts'
import { dropManualBans, endBan, liftBan, setBan } from './bans.ts'
import { type Issuer, issue, issuerOf, type Order, type OrderContext, recordAct } from './issue.ts'
import { roleInGame } from './targetRoles.ts'

/** Kinds that reach only a player who is in the game. */
const needPresence: readonly DeliveryKind[] = [
  'slay',
  'heal',
  'kick',
  'teleport',
  'message',
  'park',
  'redeem',
  'grow',
  'skin',
  'mutate',
]
/** Kinds that staff may also use on themselves. */
const selfKinds: readonly DeliveryKind[] = ['slay', 'heal', 'teleport', 'message', 'park', 'redeem']
/** Kinds that staff never use on themselves: players pay for them. */
const changingKinds: readonly DeliveryKind[] = ['grow', 'mutate', 'skin']

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
  if ((kind === 'ban' || kind === 'unban') && target) dropManualBans(context, server, new Set([target.id]))
  const id = issue(context, { ...order, own: isOwn }, issuer)
  recordAct(context, act, { id, kind, target, detail })
  if (kind === 'ban' && target) applyBan(context, order, id, issuer)
  if (kind === 'unban' && target) liftBan(context, server, target.id)
  return id
}

/** Staff act only on players of a lower role. */
export function checkRank(context: OrderContext, { kind, target, detail }: GameAction) {
  const { actor, read, refuse } = context
  if (target === null) return
  const isOneself = target.id === read(account, accountOf(actor)).steamId
  if (isOneself && (kind === 'kick' || kind === 'ban')) return refuse('yourself')
  if (isOneself && (kind === 'unban' || changingKinds.includes(kind))) return refuse('above')
  if (isOneself && selfKinds.includes(kind)) return
  // Adding a player to the whitelist harms no one, so rank does not matter.
  if (kind === 'whitelist' && detail.on) return
  if (!mayActOn(actor.role, roleInGame(context, target.id))) return refuse('above')
}

/** Where no recent reading exists, the order is accepted and the game decides whether the player is there. */
export function checkPresence(context: OrderContext, server: string, { kind, target, detail }: GameAction) {
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

/** Resolves typed text to a player. Names are matched against the players in the game and those banned by the hub. */
export function targetOf(context: OrderContext, server: string, typed: string): Target {
  const { read, refuse } = context
  const wanted = typed.trim()
  if (wanted === '') return refuse('noTarget')
  const { players, readAt } = read(roster, server)
  const [id, other] = playersTyped(wanted, [...Object.values(players), ...bannedBy(context, server)])
  if (other !== undefined) return refuse('ambiguous')
  // A new leader has read no one yet.
  return id === undefined ? refuse(readAt === null ? 'notReadYet' : 'unknownPlayer') : targetById(context, server, id)
}

/** The target of that id, with its name in the game, in the hub, in the ban list, or when it was last seen. */
export function targetById(context: Pick<OrderContext, 'read'>, server: string, id: string): Target {
  const { read } = context
  const inGame = Object.hasOwn(read(roster, server).players, id) ? read(roster, server).players[id]?.name : ''
  const [linked] = accountsOfPlayer(read, id)
  const here = linked === undefined ? undefined : read(account, linked).name
  const banned = bannedBy(context, server).find((one) => one.id === id)?.name
  const { players } = read(knownPlayers, knownPlayersKey(id))
  const before = Object.hasOwn(players, id) ? players[id]?.name : ''
  return { id, name: (inGame || here || banned || before || id).slice(0, 200) }
}

const bannedBy = ({ read }: Pick<OrderContext, 'read'>, server: string) =>
  Object.entries(read(bans, server).bans).map(([id, { name }]) => ({ id, name }))

/** The player's entry in a reading of the last 30 s, or `away`; null where there is no such reading. */
export function seenInGame(
  { read, now }: Pick<Context, 'read' | 'now'>,
  server: string,
  steamId: string,
): RosterEntry | 'away' | null {
  const { players, readAt } = read(roster, server)
  if (readAt === null || now - readAt > rosterFreshMs) return null
  return (Object.hasOwn(players, steamId) && players[steamId]) || 'away'
}
