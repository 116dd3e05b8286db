import { believeMs, renewEveryMs } from './leaseTimes.ts'
import { type NodeLine, Unreachable } from './nodeLine.ts'
import type { SharedStore } from './sharedStore.ts'

/** What one node knows of its lease: renewed while it can be, and believed in no longer than is safe. */
export function createHeldLease(node: string, line: NodeLine, store: SharedStore) {
  const listeners = new Set<(why: string) => void>()
  let held: { epoch: number; renewedAt: number } | null = null
  let stop = () => {}

  const lose = (why: string) => {
    if (!held) return
    held = null
    stop()
    for (const listener of listeners) listener(why)
  }
  const isBelieved = () => held !== null && line.clock.now() - held.renewedAt < believeMs
  const renew = async (epoch: number) => {
    const sentAt = line.clock.now()
    const isMine = await line.ask(() => store.renew(node, epoch)).catch(unlessKnown)
    if (held?.epoch !== epoch || isMine === null) return
    if (!isMine) lose('The store says that the lease has gone.')
    else if (!isBelieved()) lose(notInTime)
    else held.renewedAt = Math.max(held.renewedAt, sentAt)
  }
  const watch = () => {
    stop = line.clock.after(renewEveryMs, () => {
      if (!held) return
      if (!isBelieved()) return lose(notInTime)
      void renew(held.epoch)
      watch()
    })
  }
  return {
    epoch: () => held?.epoch ?? null,
    isHeld: isBelieved,
    begin(epoch: number, askedAt: number) {
      stop()
      held = { epoch, renewedAt: askedAt }
      watch()
    },
    lose,
    /** Not lost: given back. */
    end() {
      stop()
      held = null
    },
    onLost(listener: (why: string) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
const notInTime = 'The lease could not be renewed in time.'

/** It is asked again soon. */
function unlessKnown(error: unknown) {
  if (error instanceof Unreachable) return null
  throw error
}
export type HeldLease = ReturnType<typeof createHeldLease>
