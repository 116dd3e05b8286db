import type { Clock } from '../../engine/clock.ts'
import type { Bus, FollowListener, SharedStorage } from '../../engine/storage.ts'
import { createNodeConnection, type NodeConnection } from './nodeConnection.ts'
import { createAppendFaults, createHeldLease, createNodeStorage } from './nodeStorage.ts'
import { createSharedStore, type SharedStore } from './sharedStore.ts'

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
    expireLease: store.expire,
    trim: store.trim,
    loseLast: store.lose,
    /** A node of this name, new with each call. */
    open(node: string) {
      const line = createNodeConnection({ clock, delay })
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
type SharedMemory = ReturnType<typeof createSharedMemory>
export type MemoryNode = ReturnType<SharedMemory['open']>

type Listener = (message: Uint8Array, from: string) => void

/** The messages between all nodes of one place: gone where a node is cut off. */
function createMemoryBuses() {
  const nodes = new Map<
    string,
    { line: NodeConnection; hear: (topic: string, message: Uint8Array, from: string) => void }
  >()
  const sent = { messages: 0 }

  const carry = (topic: string, message: Uint8Array, from: string) => {
    for (const [node, { line, hear }] of nodes) {
      if (node === from || line.why('bus')) continue
      // A copy: nodes share no memory.
      const copy = message.slice()
      line.come(() => {
        if (!line.why('bus')) hear(topic, copy, from)
      })
    }
  }
  return {
    sent,
    open(node: string, line: NodeConnection): Bus & { close(): void } {
      const listeners = new Map<string, Set<Listener>>()
      const gaps = new Set<() => void>()
      line.onMended((which) => {
        if (which === 'bus') line.come(() => gaps.forEach((listener) => void listener()))
      })
      nodes.set(node, {
        line,
        hear: (topic, message, from) => listeners.get(topic)?.forEach((listener) => void listener(message, from)),
      })
      return {
        node,
        send(topic, message) {
          if (line.why('bus') || !nodes.has(node)) return
          sent.messages += 1
          carry(topic, message.slice(), node)
        },
        listen(topic, listener) {
          const those = listeners.get(topic) ?? new Set<Listener>()
          listeners.set(topic, those.add(listener))
          return () => void those.delete(listener)
        },
        onGap(listener) {
          gaps.add(listener)
          return () => void gaps.delete(listener)
        },
        close: () => void nodes.delete(node),
      }
    },
  }
}
export type MemoryBuses = ReturnType<typeof createMemoryBuses>

const atOnce = 500

/** Tells those of one node who follow the journal of what has come, as soon as the node can be reached. */
function createMemoryFollowers(line: NodeConnection, store: SharedStore) {
  const followers = new Set<() => void>()
  const tell = () => {
    for (const follower of followers) follower()
  }
  line.onMended((which) => {
    if (which === 'store') tell()
  })
  return {
    tell,
    follow(seq: number, { entries, missing }: FollowListener) {
      let position = seq
      let isComing = false
      const arrive = () => {
        isComing = false
        if (!followers.has(come) || line.why('store')) return
        let all: ReturnType<SharedStore['after']> = []
        try {
          all = store.after(position)
        } catch (error) {
          followers.delete(come)
          return missing((error as Error).message)
        }
        const batch = all.slice(0, atOnce)
        position = batch.at(-1)?.seq ?? position
        if (batch.length > 0) entries(batch)
        if (all.length > atOnce) come()
      }
      const come = () => {
        if (isComing || line.why('store')) return
        isComing = true
        line.come(arrive)
      }
      followers.add(come)
      come()
      return () => void followers.delete(come)
    },
    close: () => followers.clear(),
  }
}
export type MemoryFollowers = ReturnType<typeof createMemoryFollowers>
