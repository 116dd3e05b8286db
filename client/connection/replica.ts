import { applyPatches, enablePatches } from 'immer'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Change } from '../../shared/protocol/down.ts'

enablePatches()

/** The copy of a document that this client holds. */
export interface Held {
  readonly epoch: number
  readonly version: number
  readonly value: object
}

/** What became of a change. 'ok': applied. 'stale': already known. 'gap': an earlier change was missed. */
export type Reception = 'ok' | 'gap' | 'stale'

export interface Replica {
  receive(change: Change): Reception
  held(id: DocumentId): Held | undefined
  forget(id: DocumentId): void
}

type Snapshot = Extract<Change, { type: 'snapshot' }>
type Patched = Extract<Change, { type: 'patch' }>

/** Holds copies. No patch is applied twice or out of order, since versions have no gaps. */
export function createReplica(): Replica {
  const copies = new Map<DocumentId, Held>()

  const replace = ({ id, epoch, version, value }: Snapshot): Reception => {
    const held = copies.get(id)
    if (held && held.epoch === epoch && held.version >= version) return 'stale'
    copies.set(id, { epoch, version, value })
    return 'ok'
  }

  const patch = ({ id, version, patches }: Patched): Reception => {
    const held = copies.get(id)
    if (!held || version > held.version + 1) return 'gap'
    if (version <= held.version) return 'stale'
    const value = patched(held.value, patches)
    // A patch that cannot be applied means that the copy differs from the one the hub assumes.
    if (!value) {
      copies.delete(id)
      return 'gap'
    }
    copies.set(id, { epoch: held.epoch, version, value })
    return 'ok'
  }

  const receive = (change: Change): Reception => {
    const id = change.id as DocumentId
    if (change.type === 'snapshot') return replace(change)
    if (change.type === 'patch') return patch(change)
    if (change.type === 'current') {
      const held = copies.get(id)
      return held?.epoch === change.epoch && held.version >= change.version ? 'ok' : 'gap'
    }
    copies.delete(id)
    return 'ok'
  }

  return { receive, held: (id) => copies.get(id), forget: (id) => void copies.delete(id) }
}

const patched = (value: object, patches: Patched['patches']): object | null => {
  try {
    return applyPatches(value, patches as Parameters<typeof applyPatches>[1])
  } catch {
    return null
  }
}
