import type { ServerId } from '../../../shared/engine/ids.ts'
import { type Delivery, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { server as serverStatus } from '../../../shared/features/server/server.ts'
import { serverControl } from '../../../shared/features/serverControl/serverControl.ts'
import { derive } from '../../engine/feature.ts'
import type { Context } from '../../engine/rule.ts'
import { changedDeliveries } from '../deliveries/store.ts'
import { advanceRestart } from './countdown.ts'

/** For so long a game that was told to stop may still answer, ms. */
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
