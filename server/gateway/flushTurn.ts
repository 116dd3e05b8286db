import type { Published } from '../engine/hub.ts'
import { createBundles } from './bundles.ts'
import { type ConcernedParts, createConcerned } from './concerned.ts'
import type { Delivery } from './delivery.ts'
import { createFilling, type FillingParts } from './filling.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { Watcher } from './viewer.ts'

export interface FlushTurnParts extends FillingParts, ConcernedParts {
  readonly delivery: Delivery
  readonly metrics: GatewayMetrics
}

/** What has fallen due since the last flush. */
export interface Due {
  readonly changes: readonly Published[]
  readonly joiners: ReadonlySet<Watcher>
}

const isWatching = (watcher: Watcher) => watcher.viewer.watching.get(watcher.id) === watcher

/** One flush: makes of what is due one parcel per viewer, and begins to write them. */
export function createFlushTurn(parts: FlushTurnParts) {
  const { audience, delivery, metrics, mayWatch, drop } = parts
  const filling = createFilling(parts)

  const concerned = createConcerned(parts)

  /**
   * Before anybody is told of a change, or sent a frame, be it one that was offered before the change: who may no longer
   * see a document or stream leaves it, and is told only that.
   */
  const screen = (changes: readonly Published[]) => {
    for (const id of concerned(new Set(changes.map(({ id }) => id)))) {
      for (const { viewer } of [...audience.of(id)]) if (!mayWatch(viewer, id)) drop(viewer, id)
    }
  }

  return ({ changes, joiners }: Due) => {
    const began = performance.now()
    screen(changes)
    const joining = [...joiners].filter(isWatching)
    const bundles = createBundles(delivery)
    filling.patches(changes, bundles)
    filling.missing(joining, bundles)
    filling.frames(joining, bundles)
    bundles.seal()
    metrics.flushed(performance.now() - began)
    delivery.start()
  }
}
