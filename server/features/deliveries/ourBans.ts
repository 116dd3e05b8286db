import { account } from '../../../shared/features/account/account.ts'
import { type Ban, bans, type Delivery, deliveries, mostBans } from '../../../shared/features/deliveries/delivery.ts'
import { lapseBan } from '../../../shared/features/deliveries/hubCommands.ts'
import type { ActionDetail, GameAction, Target } from '../../../shared/features/deliveries/kinds.ts'
import type { Context } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import type { Giver, Wishing } from './give.ts'
import { changeDelivery } from './keep.ts'

const timerOf = (server: string, player: string) => `ban/${server}/${player}`

interface Holding {
  readonly server: string
  readonly target: Target
  readonly detail: ActionDetail
  /** The delivery that tells the game. */
  readonly delivery: string
  /** Of which it is a repeat. */
  readonly retryOf?: string | undefined
}

type OneBan = Omit<Ban, 'before'>
type Asking = Pick<Context, 'read' | 'now'>

const heldOn = ({ read }: Pick<Context, 'read'>, server: string, player: string): Ban | undefined => {
  const { bans: held } = read(bans, server)
  return Object.hasOwn(held, player) ? held[player] : undefined
}

const isOver = ({ until }: OneBan, now: number) => until !== null && until <= now
const endOf = ({ until }: OneBan) => until ?? Number.POSITIVE_INFINITY

/** Of what a new ban replaces, that which holds longest: a row of short ones must not wear out a long one. */
function keptBefore(held: Ban | undefined, retryOf: string | undefined, now: number): OneBan | null {
  if (!held) return null
  const { before, ...ban } = held
  const candidates = [ban.delivery !== '' && ban.delivery === retryOf ? null : ban, before]
  const holding = candidates.filter((one) => one !== null).filter((one) => !isOver(one, now))
  return holding.sort((one, other) => (endOf(other) > endOf(one) ? 1 : -1))[0] ?? null
}

/** From now on they are banned by us, whatever the game makes of it. */
export function holdBan(context: Wishing, { server, target, detail, delivery, retryOf }: Holding, giver: Giver) {
  const { read, now, refuse } = context
  const held = heldOn(context, server, target.id)
  if (!held && Object.keys(read(bans, server).bans).length >= mostBans) return refuse('bansFull')
  const until = detail.durationMs == null ? null : now + detail.durationMs
  write(context, server, target.id, {
    ...{ name: target.name, reason: detail.reason ?? '', delivery, at: now, until, seen: 0, seenAt: null },
    ...{ by: giver.account ?? giver.name, byName: giver.name, before: keptBefore(held, retryOf, now) },
  })
}

function write({ edit, schedule }: Context, server: string, player: string, ban: Ban) {
  edit(bans, server).bans[player] = ban
  if (ban.until === null) schedule.cancel(timerOf(server, player))
  else schedule.set(timerOf(server, player), ban.until, lapseBan.name, { server, player })
}

export function liftBan({ edit, schedule }: Context, server: string, player: string) {
  delete edit(bans, server).bans[player]
  schedule.cancel(timerOf(server, player))
}

/** It holds no more, and the one that it has replaced holds again, unless that is over too. */
export function endBan(context: Context, server: string, player: string, delivery?: string) {
  const before = heldOn(context, server, player)?.before ?? null
  if (before === null || isOver(before, context.now)) return liftBan(context, server, player)
  write(context, server, player, { ...before, delivery: delivery ?? before.delivery, before: null })
}

/**
 * What the game is told when a ban of ours is undone: of the one that it has replaced, if that holds still. Null where another has
 * replaced it meanwhile, which is not undone along with it.
 */
export function insteadOfBan(context: Asking, server: string, one: Delivery): GameAction | null {
  const { id, target, detail } = one
  const held = target === null ? undefined : heldOn(context, server, target.id)
  if (held && held.delivery !== id) return null
  const before = held?.before ?? null
  if (before === null || isOver(before, context.now))
    return { kind: 'unban', target, detail: { reason: detail.reason, durationMs: detail.durationMs } }
  return { kind: 'ban', target, detail: detailOf(before, context.now) }
}

const detailOf = ({ reason, until }: OneBan, now: number) => ({
  reason,
  durationMs: until === null ? null : Math.max(1, until - now),
})

/** What the ban of ours said that an unban lifts, so that it can be undone; nothing where there is none. */
export function liftedDetail(context: Asking, server: string, player: string) {
  const ban = heldOn(context, server, player)
  return ban ? detailOf(ban, context.now) : {}
}

/** A ban that is called off before the game was told of it is none, and an unban neither. */
export function takeBackBan(context: Wishing, server: string, one: Delivery, giver: Giver) {
  const { id, kind, target, detail } = one
  if (target === null) return
  const held = heldOn(context, server, target.id)
  if (kind === 'ban' && held?.delivery === id) endBan(context, server, target.id)
  if (kind === 'ban' && held?.before?.delivery === id) write(context, server, target.id, { ...held, before: null })
  if (kind === 'unban' && detail.durationMs !== undefined && !held)
    holdBan(context, { server, target, detail, delivery: '' }, giver)
}

/** Nobody is to carry out by hand what was lifted since. */
export function dropBansByHand(context: Context, server: string, player: string) {
  const { actor, read, now } = context
  const settledBy = accountOf(actor)
  const dropped = { state: 'dropped', settledAt: now, settledBy, settledByName: read(account, settledBy).name } as const
  for (const one of Object.values(read(deliveries, server).entries))
    if (one.kind === 'ban' && one.state === 'byHand' && one.target?.id === player)
      changeDelivery(context, server, one, dropped)
}
