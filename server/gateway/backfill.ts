import type { DocumentId } from '../../shared/engine/document.ts'
import type { Copy, Hub, Published } from '../engine/hub.ts'
import { changesOfOne } from '../engine/publisher.ts'
import type { HeldVersion } from './connection.ts'
import { type ChangePart, changePart } from './encoding.ts'

export interface Backfill {
  /** Documents of which an encoded snapshot is kept. */
  readonly kept: { entries(): number; clear(): void }
  patch(change: Published): ChangePart
  /** The changes that a client with the copy `held` of a document lacks; null when there is no such document. */
  missing(id: DocumentId, held: HeldVersion | undefined): readonly ChangePart[] | null
}

/** Patches, and snapshots for clients that lack more than that, each serialized once for all its receivers. */
export function createBackfill(hub: Pick<Hub, 'epoch' | 'copy' | 'changesSince'>): Backfill {
  const patches = new WeakMap<Published, ChangePart>()
  const { cached, ...kept } = createSnapshotCache(() => hub.epoch)

  const patch = (change: Published) => {
    const copy = change.isWhole && hub.copy(change.id)
    // Sent under the current epoch: only a later epoch makes a client replace a newer version with an older one.
    if (copy) return cached(change.id, copy).snapshot
    const known = patches.get(change)
    if (known) return known
    const { id, version } = change
    const part = changePart({ type: 'patch', id, version, patches: [...change.patches] })
    patches.set(change, part)
    return part
  }

  /** Null unless the changes lead without a gap from `version` to the copy. */
  const changesUpTo = (copy: Copy, id: DocumentId, version: number) => {
    const changes = version < copy.version ? hub.changesSince(id, version) : null
    return changes?.length === copy.version - version && changes.length <= changesOfOne ? changes : null
  }

  return {
    kept,
    patch,
    missing(id, held) {
      const copy = hub.copy(id)
      if (!copy) return null
      const { snapshot, current } = cached(id, copy)
      if (held?.epoch !== hub.epoch) return [snapshot]
      if (held.version === copy.version) return [current]
      return changesUpTo(copy, id, held.version)?.map(patch) ?? [snapshot]
    },
  }
}

/** Number of cached documents, for a thousand clients that reconnect at once, several of them with the same own documents. */
const cacheSize = 1_000

interface CachedSnapshot {
  readonly epoch: number
  readonly copy: Copy
  readonly snapshot: ChangePart
  readonly current: ChangePart
}

/** Serialized snapshots of the most recently requested documents. @param currentEpoch changes when another node becomes leader */
function createSnapshotCache(currentEpoch: () => number) {
  const cache = new Map<DocumentId, CachedSnapshot>()

  const add = (id: DocumentId, copy: Copy): CachedSnapshot => {
    const { version } = copy
    const epoch = currentEpoch()
    const value = copy.value as Record<string, unknown>
    const added = {
      epoch,
      copy,
      snapshot: changePart({ type: 'snapshot', id, epoch, version, value }),
      current: changePart({ type: 'current', id, epoch, version }),
    }
    // Removed and added at the end, so that the first entry is the one that was requested least recently.
    cache.delete(id)
    cache.set(id, added)
    const [oldest] = cache.keys()
    if (cache.size > cacheSize && oldest) cache.delete(oldest)
    return added
  }

  return {
    cached(id: DocumentId, copy: Copy): CachedSnapshot {
      const known = cache.get(id)
      const isSame = known?.copy.version === copy.version && known.copy.value === copy.value
      return isSame && known.epoch === currentEpoch() ? known : add(id, copy)
    },
    entries: () => cache.size,
    clear: () => cache.clear(),
  }
}
