import { mostBulk } from '../../../shared/features/deliveries/bulk.ts'
import { type Delivery, deliveries, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type * as commands from '../../../shared/features/serverControl/commands.ts'
import type { Rule } from '../../engine/rule.ts'
import { kickPlayers } from '../deliveries/bulk.ts'
import type { OrderContext } from '../deliveries/issue.ts'
import { onHost, openHostOrders } from '../deliveries/rules.ts'
import { updateDelivery } from '../deliveries/store.ts'
import { addPast, endCountdown } from './countdown.ts'
import { canSend, issueAlong, recordControl } from './orders.ts'

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

export const isUnsent = ({ attempts, state }: Delivery) => attempts === 0 && (state === 'queued' || state === 'manual')

export const takeBack = (context: OrderContext, server: string, one: Delivery, why: string) =>
  updateDelivery(context, server, one, { state: 'dropped', settledAt: context.now, why })

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
