import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { broadcasts } from '../../../shared/features/serverControl/broadcasts.ts'
import { serverControl } from '../../../shared/features/serverControl/serverControl.ts'
import type { Context } from '../../engine/rule.ts'
import { stopBroadcastsOf } from './broadcasts.ts'
import { conclude, tellCancelled } from './countdown.ts'
import { recordControl } from './orders.ts'

/** Ends the broadcasts and the countdown of an account, where a change of its grant has taken the permission for them. */
export function endWithLostRights(context: Context, account: string, lost: readonly Permission[]) {
  const isPanelLost = lost.includes('ownerPanel')
  if (isPanelLost || lost.includes('broadcast')) stopBroadcastsOf(context, mainServer, account)
  const one = context.read(serverControl, mainServer).soon
  if (!isPanelLost || one?.account !== account) return
  recordControl(context, 'cancelRestart', one.reason)
  tellCancelled(context, mainServer, one)
  conclude(context, mainServer, 'soon', 'cancelled')
}

/** Broadcasts are messages to everyone, and go on without the account. */
export function forgetInBroadcasts({ read, edit }: Context, account: string) {
  for (const [id, one] of Object.entries(read(broadcasts, mainServer).waiting))
    if (one.account === account) Object.assign(edit(broadcasts, mainServer).waiting[id] ?? {}, { account: null })
}

/** So does a countdown. */
export function forgetInCountdown({ read, edit }: Context, account: string) {
  if (read(serverControl, mainServer).soon?.account === account)
    Object.assign(edit(serverControl, mainServer).soon ?? {}, { account: null })
}
