import type { DocumentId } from '../../shared/engine/document.ts'
import type { Copy, Hub, Published } from '../engine/hub.ts'
import { changesOfOne } from '../engine/recentChanges.ts'
import { type ChangePiece, changePiece } from './piece.ts'
import type { Held } from './viewer.ts'
import { createWrittenCopies } from './writtenCopies.ts'

export interface CatchUp {
  patch(change: Published): ChangePiece
  /** What a viewer that holds `held` of a document lacks; null when there is no such document. */
  missing(id: DocumentId, held: Held | undefined): readonly ChangePiece[] | null
}

/** What changes and whole documents look like on the wire, each written out once for all who get it. */
export function createCatchUp(hub: Pick<Hub, 'epoch' | 'copy' | 'changesSince'>): CatchUp {
  const patches = new WeakMap<Published, ChangePiece>()
  const writtenOf = createWrittenCopies(() => hub.epoch)

  const patch = (change: Published) => {
    const copy = change.isWhole && hub.copy(change.id)
    // Under the epoch that it is now: without a later one nobody takes an older version for the newer one that they hold.
    if (copy) return writtenOf(change.id, copy).snapshot
    const known = patches.get(change)
    if (known) return known
    const { id, version } = change
    const piece = changePiece({ type: 'patch', id, version, patches: [...change.patches] })
    patches.set(change, piece)
    return piece
  }

  const changesTo = (copy: Copy, id: DocumentId, version: number) => {
    const changes = version < copy.version ? hub.changesSince(id, version) : null
    return changes?.length === copy.version - version && changes.length <= changesOfOne ? changes : null
  }

  return {
    patch,
    missing(id, held) {
      const copy = hub.copy(id)
      if (!copy) return null
      const { snapshot, current } = writtenOf(id, copy)
      if (held?.epoch !== hub.epoch) return [snapshot]
      if (held.version === copy.version) return [current]
      return changesTo(copy, id, held.version)?.map(patch) ?? [snapshot]
    },
  }
}
