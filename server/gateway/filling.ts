import type { DocumentId } from '../../shared/engine/document.ts'
import type { Published } from '../engine/hub.ts'
import type { Bundles } from './bundles.ts'
import type { CatchUp } from './catchUp.ts'
import type { Streams } from './streams.ts'
import { createStreamTurn, type StreamTurnParts } from './streamTurn.ts'
import type { Viewer, Watcher } from './viewer.ts'

export interface FillingParts extends StreamTurnParts {
  readonly catchUp: CatchUp
  readonly streams: Streams
  mayWatch(viewer: Viewer, id: DocumentId): boolean
  /** Forget your copy: said at once, ahead of everything that others are still to get. */
  drop(viewer: Viewer, id: DocumentId): void
  onFault(what: string, error: unknown): void
}

/** Puts what is due to each viewer into its bundle. What goes wrong with one document keeps no other from being sent. */
export function createFilling(parts: FillingParts) {
  const { audience, catchUp, streams, mayWatch, drop, onFault } = parts
  const streamTurn = createStreamTurn(parts)

  const guarded = (what: string, act: () => void) => {
    try {
      act()
    } catch (error) {
      onFault(what, error)
    }
  }

  /** What is read here includes all that was published: who joins gets it instead of those patches. */
  const bringUpToDate = (watcher: Watcher, bundles: Bundles) => {
    const { viewer, id, held } = watcher
    const missing = mayWatch(viewer, id) ? catchUp.missing(id, held) : null
    if (!missing) return drop(viewer, id)
    watcher.isJoining = false
    for (const piece of missing) bundles.add(viewer, piece)
  }

  return {
    patches(published: readonly Published[], bundles: Bundles) {
      for (const change of published) {
        for (const { viewer, isJoining } of audience.of(change.id)) {
          if (!isJoining) bundles.add(viewer, catchUp.patch(change))
        }
      }
    },
    missing(joining: readonly Watcher[], bundles: Bundles) {
      for (const watcher of joining) {
        if (!streams.get(watcher.id)) guarded(`catch up on ${watcher.id}`, () => bringUpToDate(watcher, bundles))
      }
    },
    frames(joining: readonly Watcher[], bundles: Bundles) {
      const frames = streams.take()
      for (const id of new Set([...frames.keys(), ...joining.map((watcher) => watcher.id)])) {
        const stream = streams.get(id)
        const made = () => (frames.get(id) ?? []).map((make) => make())
        if (stream) guarded(`stream ${id}`, () => streamTurn(stream, made(), bundles))
      }
    },
  }
}
