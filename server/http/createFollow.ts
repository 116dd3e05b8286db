import { documentId } from '../../shared/engine/document.ts'
import { type Delivery, deliveries, ownDeliveries } from '../../shared/features/deliveries/delivery.ts'
import { wholeOf } from '../../shared/features/deliveries/deliveryWords.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'

interface FollowParts {
  readonly hub: Pick<Hub, 'read' | 'onPublish'>
  readonly clock: Pick<Clock, 'after'>
  readonly serverKey: string
}

/** Waits for what becomes of somebody's own delivery, as it is published. */
export function createFollow({ hub, clock, serverKey }: FollowParts) {
  const own = (account: string, id: string): Delivery | undefined => {
    const mirrored = hub.read(ownDeliveries, account).entries
    const all = hub.read(deliveries, serverKey).entries
    const one = Object.hasOwn(mirrored, id) ? mirrored[id] : Object.hasOwn(all, id) ? all[id] : undefined
    return one && wholeOf(hub.read, serverKey, one)
  }
  /** How it stands as soon as that will do, or when the time is up; undefined when nothing is known of it. */
  return (account: string, id: string, willDo: (one: Delivery) => boolean, ms: number) =>
    new Promise<Delivery | undefined>((resolve) => {
      const key = documentId(ownDeliveries, account)
      let last = own(account, id)
      if (last === undefined || willDo(last)) return resolve(last)
      const finish = () => {
        stopFollowing()
        cancel()
        resolve(last)
      }
      const stopFollowing = hub.onPublish((published) => {
        if (!published.some((change) => change.id === key)) return
        last = own(account, id) ?? last
        if (last === undefined || willDo(last)) finish()
      })
      const cancel = clock.after(ms, finish)
    })
}
