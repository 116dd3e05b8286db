import type { DocumentId } from '../../shared/engine/document.ts'
import type { Copy, Hub, Published } from '../engine/hub.ts'
import { type ChangePiece, changePiece } from './piece.ts'
import type { Held } from './viewer.ts'

/** More missed changes than this are not worth more than the whole document. */
const mostPatches = 100

export interface CatchUp {
  patch(change: Published): ChangePiece
  /** What a viewer that holds `held` of a document lacks; null when there is no such document. */
  missing(id: DocumentId, held: Held | undefined): readonly ChangePiece[] | null
}

/** So many documents are kept written out, for when a thousand viewers come back at once. */
const mostKept = 200

interface Written {
  readonly copy: Copy
  readonly snapshot: ChangePiece
  readonly current: ChangePiece
}

/** What changes and whole documents look like on the wire, each written out once for all who get it. */
export function createCatchUp(hub: Pick<Hub, 'epoch' | 'copy' | 'changesSince'>): CatchUp {
  const { epoch } = hub
  const patches = new WeakMap<Published, ChangePiece>()
  const kept = new Map<DocumentId, Written>()

  const patch = (change: Published) => {
    const known = patches.get(change)
    if (known) return known
    const { id, version } = change
    const piece = changePiece({ type: 'patch', id, version, patches: [...change.patches] })
    patches.set(change, piece)
    return piece
  }

  const keep = (id: DocumentId, copy: Copy): Written => {
    const { version } = copy
    const value = copy.value as Record<string, unknown>
    const written = {
      copy,
      snapshot: changePiece({ type: 'snapshot', id, epoch, version, value }),
      current: changePiece({ type: 'current', id, epoch, version }),
    }
    // Put last, so that what has not been asked for longest stands first.
    kept.delete(id)
    kept.set(id, written)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest) kept.delete(oldest)
    return written
  }

  const writtenOf = (id: DocumentId, copy: Copy) => {
    const known = kept.get(id)
    return known?.copy.version === copy.version && known.copy.value === copy.value ? known : keep(id, copy)
  }

  const changesTo = (copy: Copy, id: DocumentId, version: number) => {
    const changes = version < copy.version ? hub.changesSince(id, version) : null
    return changes?.length === copy.version - version && changes.length <= mostPatches ? changes : null
  }

  return {
    patch,
    missing(id, held) {
      const copy = hub.copy(id)
      if (!copy) return null
      const { snapshot, current } = writtenOf(id, copy)
      if (held?.epoch !== epoch) return [snapshot]
      if (held.version === copy.version) return [current]
      return changesTo(copy, id, held.version)?.map(patch) ?? [snapshot]
    },
  }
}
