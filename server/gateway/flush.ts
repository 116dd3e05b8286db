import type { DocumentId } from '../../shared/engine/document.ts'
import type { Published } from '../engine/hub.ts'
import { createFlushTurn, type FlushTurnParts } from './flushTurn.ts'
import { parcelOf } from './parcel.ts'
import { changePiece } from './piece.ts'
import type { Viewer, Watcher } from './viewer.ts'

export interface FlushParts extends Omit<FlushTurnParts, 'drop'> {
  /** Runs in the next turn of the event loop. */
  nextTurn(act: () => void): void
}

export interface Flush {
  /** These documents have changed. */
  published(changes: readonly Published[]): void
  /** This one waits to be brought up to date. */
  joining(watcher: Watcher): void
  /** A stream has been offered a frame. */
  soon(): void
  /** What is due leaves in this moment, and not in the next turn. */
  now(): void
  /** Forget your copy: said at once, ahead of everything that others are still to get. */
  drop(viewer: Viewer, ...ids: DocumentId[]): void
}

/**
 * Gathers what falls due in one turn of the event loop, and makes of it one parcel per viewer: patches and positions
 * that are due together leave in one write.
 */
export function createFlush(parts: FlushParts): Flush {
  const { audience, delivery, nextTurn } = parts
  let changes: Published[] = []
  let joiners = new Set<Watcher>()
  let isPlanned = false

  const drop = (viewer: Viewer, ...ids: DocumentId[]) => {
    for (const id of ids) audience.leave(viewer, id)
    delivery.sendNow(viewer, parcelOf(ids.map((id) => changePiece({ type: 'dropped', id }))))
  }
  const turn = createFlushTurn({ ...parts, drop })

  /** Forgets what was due before it is dealt with: what falls due meanwhile has its own turn. */
  const run = () => {
    const due = { changes, joiners }
    changes = []
    joiners = new Set()
    isPlanned = false
    turn(due)
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
    now: run,
    drop,
  }
}
