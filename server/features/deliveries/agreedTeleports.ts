import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Delivery, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import type { Context } from '../../engine/rule.ts'
import { recordAct } from './issue.ts'
import { findDelivery, updateDelivery } from './store.ts'

/** Why a user is brought to another one: that user accepted it as a friend, or shares their place with their pack. */
type Agreed = 'asFriend' | 'inPack'

interface Teleports {
  /** Account of the user who travels; null for all. */
  readonly from: string | null
  /** Account of the user who agreed. */
  readonly to: string
  readonly agreed: Agreed
}

/** Cancels teleports to a user who agreed to them and no longer does, unless they have begun. Those that staff ordered stay. */
export function cancelAgreedTeleports(context: Context, { from, to, agreed }: Teleports) {
  const { read, now } = context
  const { steamId } = read(account, to)
  if (steamId === null) return
  const isMeant = (one: Delivery) =>
    one.kind === 'teleport' &&
    one.detail.destination === steamId &&
    (from === null || one.by === from) &&
    (agreed === 'asFriend' ? one.own : one.redemption !== null) &&
    (one.state === 'manual' || (one.state === 'queued' && one.attempts === 0))
  for (const { id, state } of Object.values(read(deliveries, mainServer).entries).filter(isMeant)) {
    const one = findDelivery(context, mainServer, id)
    if (!one) continue
    updateDelivery(context, mainServer, one, { state: state === 'manual' ? 'dropped' : 'cancelled', settledAt: now })
    recordAct(context, 'cancel', one)
  }
}
