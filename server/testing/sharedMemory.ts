import type { Clock } from '../engine/clock.ts'
import type { SharedStorage } from '../engine/storage.ts'
import { createAppendFaults } from './shared/appendFaults.ts'
import { createHeldLease } from './shared/heldLease.ts'
import { createMemoryBuses } from './shared/memoryBus.ts'
import { createMemoryFollowers, type MemoryFollowers } from './shared/memoryFollowers.ts'
import { createNodeLine } from './shared/nodeLine.ts'
import { createNodeStorage } from './shared/nodeStorage.ts'
import { createSharedStore } from './shared/sharedStore.ts'

interface PlaceParts {
  /** Of the store; the lease is measured by it, and each node has its own view of it. */
  readonly clock: Clock
  /** Ms that something takes from a node to the store or another node, or back. At once where it is left out. */
  readonly delay?: () => number
}

/**
 * A place that several nodes of one process share, as a Redis is shared, with all that can go wrong between them: what is written
 * and not told, nodes that are cut off, paused or late, a lease that ends, a journal that somebody trims.
 */
export function createSharedMemory({ clock, delay = () => 0 }: PlaceParts) {
  const store = createSharedStore(clock.now)
  const buses = createMemoryBuses()
  const all = new Set<MemoryFollowers>()
  const tellAll = () => {
    for (const followers of all) followers.tell()
  }
  return {
    journal: store.journal,
    /** How many messages were sent on the bus. */
    messages: () => buses.sent.messages,
    /** Who holds the lease, by the clock of the store. */
    holder: () => store.holder()?.node ?? null,
    view: store.view,
    answers: store.answers,
    expireLease: store.expire,
    trim: store.trim,
    loseLast: store.lose,
    /** A node of this name, new with each call. */
    open(node: string) {
      const line = createNodeLine({ clock, delay })
      const lease = createHeldLease(node, line, store)
      const followers = createMemoryFollowers(line, store)
      const faults = createAppendFaults()
      const bus = buses.open(node, line)
      all.add(followers)
      const storage: SharedStorage = createNodeStorage({ node, line, store, lease, followers, faults, bus, tellAll })
      return {
        storage,
        /** What the node must use as its time, so that it stands still while it is paused. */
        clock: line.clock,
        ...faults.controls,
        cut: line.cut,
        mend: line.mend,
        /** Somebody comes to the node from outside: not while it is paused. */
        come: line.come,
        /** As SIGSTOP: nothing comes to it, and its timers are late. */
        pause: line.pause,
        resume: line.resume,
      }
    },
  }
}
export type SharedMemory = ReturnType<typeof createSharedMemory>
export type MemoryNode = ReturnType<SharedMemory['open']>
