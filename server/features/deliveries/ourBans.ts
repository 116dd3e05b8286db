import { bans, type Delivery, mostBans } from '../../../shared/features/deliveries/delivery.ts'
import { lapseBan } from '../../../shared/features/deliveries/hubCommands.ts'
import type { ActionDetail, Target } from '../../../shared/features/deliveries/kinds.ts'
import type { Context } from '../../engine/rule.ts'
import type { Giver, Wishing } from './give.ts'

const timerOf = (server: string, player: string) => `ban/${server}/${player}`

interface Holding {
  readonly server: string
  readonly target: Target
  readonly detail: ActionDetail
  /** The delivery that tells the game. */
  readonly delivery: string
}

/** From now on they are banned by us, whatever the game makes of it. */
export function holdBan(context: Wishing, { server, target, detail, delivery }: Holding, giver: Giver) {
  const { read, edit, now, schedule, refuse } = context
  const held = read(bans, server).bans
  if (!Object.hasOwn(held, target.id) && Object.keys(held).length >= mostBans) return refuse('bansFull')
  const until = detail.durationMs == null ? null : now + detail.durationMs
  edit(bans, server).bans[target.id] = {
    ...{ name: target.name, reason: detail.reason ?? '', delivery, at: now, until, seen: 0, seenAt: null },
    ...{ by: giver.account ?? giver.name, byName: giver.name },
  }
  if (until === null) schedule.cancel(timerOf(server, target.id))
  else schedule.set(timerOf(server, target.id), until, lapseBan.name, { server, player: target.id })
}

export function liftBan({ edit, schedule }: Context, server: string, player: string) {
  delete edit(bans, server).bans[player]
  schedule.cancel(timerOf(server, player))
}

/** What the ban of ours said that an unban lifts, so that it can be undone; nothing where there is none. */
export function liftedDetail({ read, now }: Pick<Context, 'read' | 'now'>, server: string, player: string) {
  const { bans: held } = read(bans, server)
  const ban = Object.hasOwn(held, player) ? held[player] : undefined
  if (!ban) return {}
  const durationMs = ban.until === null ? null : Math.max(1, ban.until - now)
  return { reason: ban.reason, durationMs }
}

/** A ban that is called off before the game was told of it is none, and an unban neither. */
export function takeBackBan(context: Wishing, server: string, one: Delivery, giver: Giver) {
  const { id, kind, target, detail } = one
  if (target === null) return
  const held = context.read(bans, server).bans[target.id]
  if (kind === 'ban' && held?.delivery === id) liftBan(context, server, target.id)
  if (kind === 'unban' && detail.durationMs !== undefined && !held)
    holdBan(context, { server, target, detail, delivery: '' }, giver)
}
