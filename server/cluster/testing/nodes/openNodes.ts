import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DocumentId, kindOf } from '../../../../shared/engine/document.ts'
import type { Bus } from '../../../engine/bus.ts'
import type { Clock } from '../../../engine/clock.ts'
import type { Gateway } from '../../../gateway/gatewayParts.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createSharedMemory } from '../../../testing/sharedMemory.ts'
import { openTogether } from '../../together.ts'

type Counted = (count: number) => void
type Coming = Parameters<Parameters<Gateway['onWatchers']>[1]>[0]

/** The sockets of one node, as far as the others are told of them. */
function createSockets() {
  const watched = new Map<DocumentId, number>()
  const counted = new Map<string, Set<Counted>>()
  const comings = new Map<string, Set<(coming: Coming) => void>>()
  const idsOf = (kind: string) => [...watched.keys()].filter((id) => kindOf(id) === kind)
  const listen = <T>(all: Map<string, Set<T>>, kind: string, listener: T) => {
    const those = all.get(kind) ?? new Set<T>()
    all.set(kind, those.add(listener))
    return () => void those.delete(listener)
  }
  const count = (id: DocumentId, by: number) => {
    const next = (watched.get(id) ?? 0) + by
    if (next === 0) watched.delete(id)
    else watched.set(id, next)
    for (const listener of counted.get(kindOf(id)) ?? []) listener(next)
  }
  const gateway = {
    watched: (kind: string) => idsOf(kind).length,
    watchedIds: idsOf,
    onWatched: (kind: string, listener: Counted) => listen(counted, kind, listener),
    onWatchers: (kind: string, listener: (coming: Coming) => void) => listen(comings, kind, listener),
  }
  /** Somebody begins or ceases to watch. */
  const come = (id: DocumentId, name: string, began: boolean) => {
    count(id, began ? 1 : -1)
    for (const listener of comings.get(kindOf(id)) ?? [])
      listener({ id, principal: { id: name, name } as never, began })
  }
  return {
    gateway: gateway as unknown as Gateway,
    begin: (id: DocumentId, name = 'ann') => come(id, name, true),
    cease: (id: DocumentId, name = 'ann') => come(id, name, false),
  }
}

/** Nodes of one place, each with sockets that the test makes watch. */
export function openNodes() {
  const clock = createTestClock()
  const place = createSharedMemory({ clock })
  const settled = async () => {
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  }
  const open = (name: string, { bus: given, clock: own }: { bus?: Bus; clock?: Clock } = {}) => {
    const node = place.open(name)
    const sockets = createSockets()
    const together = openTogether({
      ...{
        node: { bus: given ?? node.storage.bus },
        isAlone: false,
        gateway: sockets.gateway,
        clock: own ?? node.clock,
      },
      ...{ watchedKinds: ['positions', 'vitals'], tellingKinds: ['positions'], presenceKinds: [] },
    })
    return { ...sockets, ...together, node }
  }
  return {
    clock,
    open,
    settled,
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 100) {
        clock.pass(100)
        await settled()
      }
    },
  }
}
