import { account } from '../../../shared/features/account/account.ts'
import {
  bans,
  type Delivery,
  deliveries,
  driftEveryMs,
  isOpenState,
} from '../../../shared/features/deliveries/delivery.ts'
import type * as commands from '../../../shared/features/deliveries/hubCommands.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { type Giver, giveAsHub } from './give.ts'
import { changeDelivery, deliveryOf } from './keep.ts'
import { endBan } from './ourBans.ts'
import { targetCalled } from './targets.ts'

export const begin: Rule<typeof commands.begin> = (context, { server, id, link, command, again }) => {
  const one = deliveryOf(context, server, id)
  if (one?.state !== 'queued' || (one.attempts > 0 && !again)) return context.refuse('moved')
  const attempt = one.attempts + 1
  const sending = { state: 'sending', link, command, sentAt: context.now, attempts: attempt, why: null } as const
  changeDelivery(context, server, one, sending)
  return { attempt }
}

export const end: Rule<typeof commands.end> = (context, { server, id, attempt, state, reply, why, changed }) => {
  const one = deliveryOf(context, server, id)
  if (!one || one.attempts !== attempt || !mayEnd(one, state)) return context.refuse('moved')
  const settledAt = isOpenState(state) ? null : context.now
  // That it was so already may be the work of an earlier attempt.
  changeDelivery(context, server, one, { state, reply, why, settledAt, changed: changed || attempt > 1 })
  return {}
}

/** What waits was not carried out by anybody; it can only be that it will not be, or that an earlier attempt was lost. */
function mayEnd({ state, attempts }: Delivery, outcome: 'confirmed' | 'refused' | 'failed' | 'unknown') {
  if (state === 'sending') return true
  if (state === 'unknown') return outcome !== 'unknown'
  return state === 'queued' && outcome === (attempts > 0 ? 'unknown' : 'failed')
}

export const requeue: Rule<typeof commands.requeue> = (context, { server, id, attempt, sent, why }) => {
  const one = deliveryOf(context, server, id)
  if (one?.state !== 'sending' || one.attempts !== attempt) return context.refuse('moved')
  const queued = { state: 'queued', link: null, sentAt: null, attempts: sent ? attempt : attempt - 1, why } as const
  changeDelivery(context, server, one, queued)
  return {}
}

export const handOver: Rule<typeof commands.handOver> = (context, { server, id, command, why }) => {
  const one = deliveryOf(context, server, id)
  if (one?.state !== 'queued' || one.attempts > 0) return context.refuse('moved')
  // Staff are not there to do for everyone what everyone may do themselves.
  const fate = one.own
    ? ({ state: 'failed', why: 'No link can do this now.', settledAt: context.now } as const)
    : ({ state: 'byHand', why } as const)
  changeDelivery(context, server, one, { ...fate, command, link: null })
  return {}
}

export const order: Rule<typeof commands.order> = (context, { server, action, by }) => {
  const isKnown = by.account !== null && context.read(account, by.account).createdAt > 0
  const giver: Giver = { account: isKnown ? by.account : null, name: by.name, role: null, raised: false }
  return { id: giveAsHub(context, { server, action }, giver) }
}

const banWatch: Giver = { account: null, name: 'ban watch', role: null, raised: false }

export const noteDrift: Rule<typeof commands.noteDrift> = (context, { server, player }) => {
  const { read, edit, now } = context
  const held = read(bans, server).bans
  const ban = Object.hasOwn(held, player) ? held[player] : undefined
  if (!ban || (ban.until !== null && ban.until <= now)) return { id: null }
  if (now - Math.max(ban.seenAt ?? 0, ban.at) < driftEveryMs) return { id: null }
  Object.assign(edit(bans, server).bans[player] ?? {}, { seen: ban.seen + 1, seenAt: now })
  if (isBeingKicked(context, server, player)) return { id: null }
  dropOldKicks(context, server, player)
  const action = {
    kind: 'kick',
    target: targetCalled(context, server, player),
    detail: { reason: ban.reason },
  } as const
  return { id: giveAsHub(context, { server, action }, banWatch) }
}

const against = ({ read }: Pick<Context, 'read'>, server: string, player: string, kinds: readonly Delivery['kind'][]) =>
  Object.values(read(deliveries, server).entries).filter(
    ({ kind, target }) => kinds.includes(kind) && target?.id === player,
  )

/** One that is sent soon is enough. What waits for a person may wait for ever. */
const isBeingKicked = (context: Context, server: string, player: string) =>
  against(context, server, player, ['kick', 'ban']).some(({ state }) => state === 'queued' || state === 'sending')

/** Of the ban watch's own kicks by hand only the latest is of use. */
function dropOldKicks(context: Context, server: string, player: string) {
  const dropped = { state: 'dropped', settledAt: context.now, why: 'A later kick stands in for it.' } as const
  for (const one of against(context, server, player, ['kick']))
    if (one.state === 'byHand' && one.by === banWatch.name) changeDelivery(context, server, one, dropped)
}

export const lapseBan: Rule<typeof commands.lapseBan> = (context, { server, player }) => {
  const { until } = context.read(bans, server).bans[player] ?? { until: null }
  if (until !== null && until <= context.now) endBan(context, server, player)
  return {}
}
