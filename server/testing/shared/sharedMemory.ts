import type { Clock } from '../../engine/clock.ts'
import type { Bus, FollowListener, SharedStorage } from '../../engine/storage.ts'
import { createNodeConnection, type NodeConnection } from './nodeConnection.ts'
import { createAppendFaults, createHeldLease, createNodeStorage } from './nodeStorage.ts'
import { createSharedStore, type SharedStore } from './sharedStore.ts'

interface SharedMemoryOptions {
  /** The store's clock, which measures the lease. Each node has its own view of it. */
  readonly clock: Clock
  /** The delay of each message in ms; none by default. */
  readonly delay?: () => number
}

/**
 * A store that several nodes of one process share as they would Redis, with its faults: lost replies, cut, paused or slow nodes, an
 * expired lease and a trimmed journal.
 */
export function createSharedMemory({ clock, delay = () => 0 }: SharedMemoryOptions) {
  const store = createSharedStore(clock.now)
  const buses = createMemoryBuses()
  const all = new Set<MemoryFollowers>()
  const notifyAll = () => {
    for (const followers of all) followers.notify()
  }
  return {
    journal: store.journal,
    /** The number of messages sent on the bus. */
    messages: () => buses.sent.messages,
    /** The holder of the lease by the store's clock. */
    holder: () => store.holder()?.node ?? null,
    view: store.view,
    expireLease: store.expire,
    trim: store.trim,
    loseLast: store.lose,
    /** Opens a new node of this name. */
    open(node: string) {
      const connection = createNodeConnection({ clock, delay })
      const lease = createHeldLease(node, connection, store)
      const followers = createMemoryFollowers(connection, store)
      const faults = createAppendFaults()
      const bus = buses.open(node, connection)
      all.add(followers)
      const storage: SharedStorage = createNodeStorage({
        node,
        connection,
        store,
        lease,
        followers,
        faults,
        bus,
        notifyAll,
      })
      return {
        storage,
        /** The node's clock, which stops while it is paused. */
        clock: connection.clock,
        ...faults.controls,
        cut: connection.cut,
        mend: connection.mend,
        /** Delivers something from outside; waits while it is paused. */
        come: connection.come,
        /** As SIGSTOP: it receives nothing, and its timers are late. */
        pause: connection.pause,
        resume: connection.resume,
      }
    },
  }
}
type SharedMemory = ReturnType<typeof createSharedMemory>
export type MemoryNode = ReturnType<SharedMemory['open']>

type Listener = (message: Uint8Array, from: string) => void

/** The bus between all nodes. Messages to a cut node are lost. */
function createMemoryBuses() {
  const nodes = new Map<
    string,
    { connection: NodeConnection; hear: (topic: string, message: Uint8Array, from: string) => void }
  >()
  const sent = { messages: 0 }

  const carry = (topic: string, message: Uint8Array, from: string) => {
    for (const [node, { connection, hear }] of nodes) {
      if (node === from || connection.why('bus')) continue
      // A copy, since nodes share no memory.
      const copy = message.slice()
      connection.come(() => {
        if (!connection.why('bus')) hear(topic, copy, from)
      })
    }
  }
  return {
    sent,
    open(node: string, connection: NodeConnection): Bus & { close(): void } {
      const listeners = new Map<string, Set<Listener>>()
      const gaps = new Set<() => void>()
      connection.onMended((which) => {
        if (which === 'bus') connection.come(() => gaps.forEach((listener) => void listener()))
      })
      nodes.set(node, {
        connection,
        hear: (topic, message, from) => listeners.get(topic)?.forEach((listener) => void listener(message, from)),
      })
      return {
        node,
        send(topic, message) {
          if (connection.why('bus') || !nodes.has(node)) return
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

const atOnce = 500

/** Notifies the journal's followers of one node as soon as the node is reachable. */
function createMemoryFollowers(connection: NodeConnection, store: SharedStore) {
  const followers = new Set<() => void>()
  const notify = () => {
    for (const follower of followers) follower()
  }
  connection.onMended((which) => {
    if (which === 'store') notify()
  })
  return {
    notify,
    follow(seq: number, { entries, missing }: FollowListener) {
      let position = seq
      let isComing = false
      const arrive = () => {
        isComing = false
        if (!followers.has(come) || connection.why('store')) return
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
        if (isComing || connection.why('store')) return
        isComing = true
        connection.come(arrive)
      }
      followers.add(come)
      come()
      return () => void followers.delete(come)
    },
    close: () => followers.clear(),
  }
}
export type MemoryFollowers = ReturnType<typeof createMemoryFollowers>
