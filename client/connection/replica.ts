import { applyPatches, enablePatches } from 'immer'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Change } from '../../shared/protocol/down.ts'

enablePatches()

/** A document as this client holds it. */
export interface Held {
  readonly epoch: number
  readonly version: number
  readonly value: object
}

/** What became of a change: taken, already known, or proof that something before it was missed. */
export type Reception = 'ok' | 'gap' | 'stale'

export interface Replica {
  receive(change: Change): Reception
  held(id: DocumentId): Held | undefined
  forget(id: DocumentId): void
}

type Snapshot = Extract<Change, { type: 'snapshot' }>
type Patched = Extract<Change, { type: 'patch' }>

/** The copies that this client holds. No patch is applied twice or out of order: versions have no gaps. */
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
    // A patch that does not fit its own document means that the copy is not what the hub thinks it is.
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
