import { mainServer, type ServerId } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { mostBulk } from '../../../shared/features/deliveries/bulk.ts'
import { type Delivery, deliveries, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { server as serverStatus } from '../../../shared/features/server/server.ts'
import type * as commands from '../../../shared/features/serverControl/commands.ts'
import { serverControl } from '../../../shared/features/serverControl/serverControl.ts'
import { derive } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { kickPlayers } from '../deliveries/bulk.ts'
import type { OrderContext } from '../deliveries/issue.ts'
import { onHost, openHostOrders } from '../deliveries/rules.ts'
import { changedDeliveries } from '../deliveries/store.ts'
import { stopBroadcastsOf } from './broadcasts.ts'
import { addPast, advanceRestart, broadcastCancelled, conclude, endCountdown } from './countdown.ts'
import { canSend, issueAlong, isUnsent, recordControl, takeBack } from './orders.ts'

type HostOrder = Parameters<Rule<typeof commands.restartNow>>[1]

export const restartNow: Rule<typeof commands.restartNow> = (context, input) => {
  const { server, reason, isEmergency } = input
  const issued = orderHost(context, 'restart', input)
  recordControl(context, isEmergency ? 'emergencyRestart' : 'restart', reason)
  const { now } = context
  addPast(context, server, { at: now, decidedAt: now, outcome: 'ordered', reason, delivery: issued.id })
  return issued
}

export const shutDownNow: Rule<typeof commands.shutDownNow> = (context, input) => {
  const issued = orderHost(context, 'shutdown', input)
  recordControl(context, input.isEmergency ? 'emergencyShutDown' : 'shutDown', input.reason)
  return issued
}

function orderHost(context: OrderContext, kind: DeliveryKind, { server, reason, isEmergency }: HostOrder) {
  endCountdown(context, server)
  if (isEmergency) takeBackUnsent(context, server)
  else if (canSend(context, server, 'save') && openHostOrders(context, server).length === 0)
    issueAlong(context, server, { kind: 'save', target: null, detail: {} })
  return onHost(context, kind, server, { reason })
}

/** An order for the host that was not sent yet would keep an emergency from being sent. */
function takeBackUnsent(context: OrderContext, server: string) {
  const why = 'An emergency order took its place.'
  for (const one of openHostOrders(context, server)) if (isUnsent(one)) takeBack(context, server, one, why)
}

export const kickAll: Rule<typeof commands.kickAll> = (context, { server, reason }) => {
  const targets = Object.keys(context.read(roster, server).players)
  if (targets.length > mostBulk) return context.refuse('tooManyIn')
  if (targets.length === 0) return context.refuse('noneLeft')
  // Pressed twice it would kick players again who have just come back.
  const { entries } = context.read(deliveries, server)
  if (Object.values(entries).some((one) => one.kind === 'kick' && one.bulk !== null && isOpenState(one.state)))
    return context.refuse('bulkBusy')
  const { run, issued, skipped } = kickPlayers(context as never, { server, targets, reason })
  recordControl(context, 'kickAll', reason)
  return { run, issued, skipped: skipped.length }
}

/** A game that stops may still answer for so long, ms. */
const stopsWithinMs = 2 * 60_000

const happened = (one: Delivery | undefined) => one?.state === 'confirmed' || one?.state === 'done'

/** Notes that an order has shut the game server down, until another one starts it. A restart that was announced is over at once. */
const followOrders = derive(deliveries, (context, server, before) => {
  const { edit, read, now } = context
  for (const one of changedDeliveries(context, server, before)) {
    if (!happened(one) || happened(before.entries[one.id])) continue
    if (one.kind === 'shutdown') {
      edit(serverControl, server).offSince = now
      advanceRestart(context, { server: server as ServerId, which: 'next' })
    }
    const isStart = one.kind === 'start' || one.kind === 'restart'
    if (isStart && read(serverControl, server).offSince !== null) edit(serverControl, server).offSince = null
  }
})

/** It may be started by other means. @param at epoch ms at which it was seen to run; null if it was not */
function noteRunning({ read, edit }: Pick<Context, 'read' | 'edit'>, server: string, at: number | null) {
  const { offSince } = read(serverControl, server)
  if (offSince !== null && at !== null && at - offSince > stopsWithinMs) edit(serverControl, server).offSince = null
}

export const followShutdowns = [
  followOrders,
  derive(serverStatus, (context, server) => noteRunning(context, server, context.read(serverStatus, server).readAt)),
  derive(gameHost, (context, server) => {
    const { reading } = context.read(gameHost, server)
    noteRunning(context, server, reading?.state === 'running' ? reading.readAt : null)
  }),
]

/** Ends the broadcasts and the countdown of an account, where a change of its grant has taken the permission for them. */
export function endWithLostRights(context: Context, account: string, lost: readonly Permission[]) {
  const isPanelLost = lost.includes('ownerPanel')
  if (isPanelLost || lost.includes('broadcast')) stopBroadcastsOf(context, mainServer, account)
  const one = context.read(serverControl, mainServer).soon
  if (!isPanelLost || one?.account !== account) return
  recordControl(context, 'cancelRestart', one.reason)
  broadcastCancelled(context, mainServer, one)
  conclude(context, mainServer, 'soon', 'cancelled')
}
