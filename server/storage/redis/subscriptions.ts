import type { Connection } from './connection.ts'
import { createTurns } from './turns.ts'
import type { Wire } from './wire.ts'

/** Channels that are heard on one connection, also after it was lost and is back. */
export function createSubscriptions(ears: Connection, onMessage: (channel: string, message: Buffer) => void) {
  const wanted = new Set<string>()
  // One after the other: the client forgets a subscription that is asked for while its end is still on the way.
  const turns = createTurns()
  const onWire = (work: (wire: Wire) => Promise<void>) =>
    turns(async () => {
      const wire = ears.wire()
      if (wire) await work(wire)
    }).catch(() => {})
  const subscribe = (channel: string) =>
    onWire(async (wire) => {
      if (wanted.has(channel)) await wire.subscribe(channel, (message) => onMessage(channel, message))
    })
  return {
    add(channel: string) {
      if (wanted.has(channel)) return
      wanted.add(channel)
      void subscribe(channel)
    },
    remove(channel: string) {
      wanted.delete(channel)
      void onWire(async (wire) => {
        if (!wanted.has(channel)) await wire.unsubscribe(channel)
      })
    },
    /** On a new connection. Resolves when all of them are heard again. */
    renew: () => Promise.all([...wanted].map(subscribe)),
  }
}
