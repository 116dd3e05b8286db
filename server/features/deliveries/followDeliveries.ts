import { documentId } from '../../../shared/engine/document.ts'
import { type Delivery, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import type { Hub } from '../../engine/hub.ts'

interface FollowParts {
  readonly hub: Pick<Hub, 'read' | 'onPublish'>
  readonly server: string
}

/** Tells of each delivery that has come into another state, or is tried again, once that is kept. Returns the way to stop. */
export function followDeliveries({ hub, server }: FollowParts, tell: (delivery: Delivery) => void): () => void {
  const document = documentId(deliveries, server)
  let known = new Map<string, Delivery>()
  const look = (isTold: boolean) => {
    const entries = Object.values(hub.read(deliveries, server).entries)
    for (const one of entries) {
      const before = known.get(one.id)
      const isNew = before?.state !== one.state || before.attempts !== one.attempts
      if (isTold && isNew) tell(one)
    }
    known = new Map(entries.map((one) => [one.id, one]))
  }
  look(false)
  return hub.onPublish((published) => {
    if (published.some(({ id }) => id === document)) look(true)
  })
}
