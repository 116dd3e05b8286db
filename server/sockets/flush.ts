import type { DocumentId } from '../../shared/engine/document.ts'
import type { Published } from '../engine/hub.ts'
import type { Audience } from './audience.ts'
import { type Bundles, createBundles } from './bundles.ts'
import type { CatchUp } from './catchUp.ts'
import type { Delivery } from './delivery.ts'
import type { Limits } from './limits.ts'
import type { GatewayMetrics } from './metrics.ts'
import { parcelOf } from './parcel.ts'
import { changePiece } from './piece.ts'
import type { Streams } from './streams.ts'
import { createStreamTurn } from './streamTurn.ts'
import type { Viewer, Watcher } from './viewer.ts'

export interface FlushParts {
  readonly audience: Audience
  readonly catchUp: CatchUp
  readonly streams: Streams
  readonly delivery: Delivery
  readonly limits: Pick<Limits, 'slowBytes' | 'keyEveryMs'>
  readonly metrics: GatewayMetrics
  now(): number
  nextTurn(act: () => void): void
  mayWatch(viewer: Viewer, id: DocumentId): boolean
  onFault(what: string, error: unknown): void
}

export interface Flush {
  /** These documents have changed. */
  published(changes: readonly Published[]): void
  /** This one waits to be brought up to date. */
  joining(watcher: Watcher): void
  /** A stream has been offered a frame. */
  soon(): void
  /** Forget your copy: said at once, ahead of everything that others are still to get. */
  drop(viewer: Viewer, id: DocumentId): void
}

/**
 * Gathers what falls due in one turn of the event loop, and makes of it one parcel per viewer: patches and positions
 * that are due together leave in one write.
 */
export function createFlush(parts: FlushParts): Flush {
  const { audience, catchUp, streams, delivery, metrics, mayWatch, nextTurn, onFault } = parts
  const streamTurn = createStreamTurn(parts)
  let changes: Published[] = []
  let joiners = new Set<Watcher>()
  let isPlanned = false

  const drop = (viewer: Viewer, id: DocumentId) => {
    audience.leave(viewer, id)
    delivery.sendNow(viewer, parcelOf([changePiece({ type: 'dropped', id })]))
  }

  /** Before anybody is told of a change: who may no longer read the document leaves, and is told only that. */
  const screen = (ids: Iterable<DocumentId>) => {
    for (const id of ids) {
      for (const { viewer } of [...audience.of(id)]) if (!mayWatch(viewer, id)) drop(viewer, id)
    }
  }

  const addPatches = (published: readonly Published[], bundles: Bundles) => {
    for (const change of published) {
      for (const { viewer, isJoining } of audience.of(change.id)) {
        if (!isJoining) bundles.add(viewer, catchUp.patch(change))
      }
    }
  }

  /** What is read here includes all that was published: who joins gets it instead of those patches. */
  const addMissing = (watcher: Watcher, bundles: Bundles) => {
    const { viewer, id, held } = watcher
    const missing = mayWatch(viewer, id) ? catchUp.missing(id, held) : null
    if (!missing) return drop(viewer, id)
    watcher.isJoining = false
    for (const piece of missing) bundles.add(viewer, piece)
  }

  const addFrames = (joining: readonly Watcher[], bundles: Bundles) => {
    const frames = streams.take()
    for (const id of new Set([...frames.keys(), ...joining.map((watcher) => watcher.id)])) {
      const stream = streams.get(id)
      if (stream) guarded(`stream ${id}`, () => streamTurn(stream, frames.get(id) ?? [], bundles))
    }
  }

  const guarded = (what: string, act: () => void) => {
    try {
      act()
    } catch (error) {
      onFault(what, error)
    }
  }

  const run = () => {
    const began = performance.now()
    const published = changes
    const joining = [...joiners].filter((watcher) => watcher.viewer.watching.get(watcher.id) === watcher)
    changes = []
    joiners = new Set()
    isPlanned = false

    screen(new Set(published.map(({ id }) => id)))
    const bundles = createBundles(delivery)
    addPatches(published, bundles)
    for (const watcher of joining) {
      if (!streams.get(watcher.id)) guarded(`catch up on ${watcher.id}`, () => addMissing(watcher, bundles))
    }
    addFrames(joining, bundles)
    bundles.seal()
    metrics.flushed(performance.now() - began)
    delivery.start()
  }

  const soon = () => {
    if (!isPlanned) nextTurn(run)
    isPlanned = true
  }

  return {
    published(more) {
      changes.push(...more)
      soon()
    },
    joining(watcher) {
      joiners.add(watcher)
      soon()
    },
    soon,
    drop,
  }
}
