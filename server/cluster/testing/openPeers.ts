import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DocumentId, kindOf } from '../../../shared/engine/document.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createSharedMemory } from '../../testing/shared/sharedMemory.ts'
import { createMessages } from '../messages.ts'
import { createPeers } from '../peers.ts'
import { openPresence } from '../presence.ts'

type Listener = () => void
type WatcherEvent = Parameters<Parameters<Gateway['onWatchers']>[1]>[0]

/** The connections of one node, as far as other nodes learn of them. */
function createConnections() {
  const watched = new Map<DocumentId, number>()
  const changed = new Map<string, Set<Listener>>()
  const watchers = new Map<string, Set<(event: WatcherEvent) => void>>()
  const idsOf = (kind: string) => [...watched.keys()].filter((id) => kindOf(id) === kind)
  const listen = <T>(all: Map<string, Set<T>>, kind: string, listener: T) => {
    const those = all.get(kind) ?? new Set<T>()
    all.set(kind, those.add(listener))
    return () => void those.delete(listener)
  }
  const count = (id: DocumentId, by: number) => {
    const before = watched.get(id) ?? 0
    const next = before + by
    if (next === 0) watched.delete(id)
    else watched.set(id, next)
    if (before === 0 || next === 0) for (const listener of changed.get(kindOf(id)) ?? []) listener()
  }
  const gateway = {
    watched: (kind: string) => idsOf(kind).length,
    watchedIds: idsOf,
    sockets: () => [...watched.values()].reduce((sum, count) => sum + count, 0),
    onWatched: (kind: string, listener: Listener) => listen(changed, kind, listener),
    onWatchers: (kind: string, listener: (event: WatcherEvent) => void) => listen(watchers, kind, listener),
  }
  /** A user begins or ceases to watch. */
  const change = (id: DocumentId, name: string, began: boolean) => {
    count(id, began ? 1 : -1)
    for (const listener of watchers.get(kindOf(id)) ?? [])
      listener({ id, principal: { id: name, name } as never, began })
  }
  return {
    gateway: gateway as unknown as Gateway,
    begin: (id: DocumentId, name = 'ann') => change(id, name, true),
    cease: (id: DocumentId, name = 'ann') => change(id, name, false),
  }
}

const ownStatus = () => ({ isLeaving: false, at: { seq: 0, epoch: 0, live: 0 }, leader: null })
const ignore = () => {}

/** Nodes which share a place in memory, each with connections that the test controls. */
export function openPeers() {
  const clock = createTestClock()
  const place = createSharedMemory({ clock })
  const settled = async () => {
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  }
  const open = (name: string) => {
    const node = place.open(name)
    const { bus } = node.storage
    const connections = createConnections()
    const messages = createMessages(bus, ignore)
    const peers = createPeers({ messages, clock: node.clock, ownStatus, onHeartbeat: ignore, onTick: ignore })
    const presence = openPresence({
      presence: peers.presence,
      gateway: connections.gateway,
      clock: node.clock,
      watchedKinds: ['positions', 'vitals'],
      positionKinds: ['positions'],
      staffKinds: [],
    })
    peers.begin()
    const close = () => {
      presence.close()
      peers.stop()
    }
    return { ...connections, ...presence, peers, node, close }
  }
  return {
    clock,
    open,
    settled,
    /** Messages that all nodes have sent. */
    sent: place.messages,
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 100) {
        clock.pass(100)
        await settled()
      }
    },
  }
}
