import { type Delivery, deliveries, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { switches } from '../../../shared/features/server/server.ts'
import type * as commands from '../../../shared/features/serverControl/commands.ts'
import { serverControl, serverNotices } from '../../../shared/features/serverControl/serverControl.ts'
import { derive } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { type Issuer, issueAsHub, issuerOf, type OrderContext } from '../deliveries/issue.ts'
import { changedDeliveries } from '../deliveries/store.ts'
import { issueAlong, issueBroadcast, isUnsent, recordControl, takeBack } from './orders.ts'

const whitelistTurned = (on: boolean): GameAction => ({
  kind: 'toggle',
  target: null,
  detail: { toggle: 'whitelist', on },
})

export const enableMaintenance: Rule<typeof commands.enableMaintenance> = (context, input) => {
  const { server, message, minutes, whitelist, tell } = input
  const { read, edit, now, refuse } = context
  if (read(serverNotices, server).maintenance) return refuse('on')
  const until = minutes === null ? null : now + minutes * 60_000
  edit(serverNotices, server).maintenance = { since: now, until, message }
  edit(serverControl, server).turnedWhitelistOn = false
  // One that is still sent from the maintenance before serves this one, too.
  const earlier = whitelistOrder(context, server)
  const isOnItsWay = earlier !== undefined && isOpenState(earlier.state) && earlier.state !== 'unknown'
  if (whitelist && !isOnItsWay && read(switches, server).whitelist !== true)
    edit(serverControl, server).whitelistOrder = issueAlong(context, server, whitelistTurned(true))
  recordControl(context, 'enableMaintenance', message)
  if (tell) issueBroadcast(context, server, `Maintenance begins. ${message}`.trim(), issuerOf(context))
  return {}
}

export const disableMaintenance: Rule<typeof commands.disableMaintenance> = (context, { server, tell }) => {
  const { read, edit, refuse } = context
  if (!read(serverNotices, server).maintenance) return refuse('off')
  edit(serverNotices, server).maintenance = null
  const order = whitelistOrder(context, server)
  if (order && isUnsent(order)) takeBack(context, server, order, 'Maintenance ended before it was sent.')
  else if (!order || !isOpenState(order.state)) edit(serverControl, server).whitelistOrder = null
  if (read(serverControl, server).turnedWhitelistOn) {
    edit(serverControl, server).turnedWhitelistOn = false
    issueAlong(context, server, whitelistTurned(false))
  }
  recordControl(context, 'disableMaintenance', '')
  if (tell) issueBroadcast(context, server, 'Maintenance is over.', issuerOf(context))
  return {}
}

/** The order of maintenance to turn the whitelist on; undefined if none is followed. */
function whitelistOrder({ read }: Pick<Context, 'read'>, server: string): Delivery | undefined {
  const { whitelistOrder: id } = read(serverControl, server)
  const { entries } = read(deliveries, server)
  return id !== null && Object.hasOwn(entries, id) ? entries[id] : undefined
}

/** Notes whether the order to turn the whitelist on, or a retry of it, has changed it: it may have been on all along. */
export const followWhitelist = derive(deliveries, (context, server, before) => {
  if (context.read(serverControl, server).whitelistOrder === null) return
  for (const one of changedDeliveries(context, server, before)) {
    const { whitelistOrder: id } = context.read(serverControl, server)
    if (id !== null && (one.id === id || one.retryOf === id)) noteOutcome(context, server, one)
  }
})

/** Who turns the whitelist off when its owner has ended maintenance before. */
const maintainer: Issuer = { account: null, name: 'maintenance', role: null, elevated: false }

function noteOutcome(context: Context, server: string, { id, state, changed }: Delivery) {
  const { read, edit } = context
  const isOver = read(serverNotices, server).maintenance === null
  const happened = state === 'confirmed' || state === 'done'
  // One that failed can be tried again while maintenance lasts.
  const isFollowed = isOpenState(state) || (!happened && !isOver)
  edit(serverControl, server).whitelistOrder = isFollowed ? id : null
  if (!happened || !changed) return
  if (!isOver) edit(serverControl, server).turnedWhitelistOn = true
  else issueAsHub(context as OrderContext, { server, action: whitelistTurned(false), isUnlimited: true }, maintainer)
}
