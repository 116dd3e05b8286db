import { type Combination, emptyCombination } from './combination.ts'
import type { Delivery } from './delivery.ts'
import type { Piece } from './piece.ts'
import type { Viewer } from './viewer.ts'

/** What each viewer gets in one flush. */
export interface Bundles {
  add(viewer: Viewer, piece: Piece): void
  /** Hands one parcel per viewer to the delivery. */
  seal(): void
}

/** Gathers pieces viewer by viewer; viewers with the same pieces end with the same parcel, encoded once. */
export function createBundles(delivery: Pick<Delivery, 'send'>): Bundles {
  const nothing: Combination = emptyCombination()
  const touched: Viewer[] = []
  return {
    add(viewer, piece) {
      if (!viewer.due) touched.push(viewer)
      viewer.due = (viewer.due ?? nothing).with(piece)
    },
    seal() {
      for (const viewer of touched) {
        if (viewer.due) delivery.send(viewer, viewer.due.parcel())
        viewer.due = null
      }
    },
  }
}
