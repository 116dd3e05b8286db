import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import type { Entry } from '../../../server/engine/entry.ts'
import type { DocumentId } from '../../../shared/engine/document.ts'

enablePatches()

/** What the journal says: each document at each version, and what in it cannot be. */
export interface Replay {
  readonly wrongs: readonly string[]
  /** From version 1 on. */
  readonly values: ReadonlyMap<DocumentId, readonly object[]>
}

/** Replays the journal without any of the hub's own code. */
export function replay(entries: readonly Entry[]): Replay {
  const values = new Map<DocumentId, object[]>()
  const wrongs: string[] = []
  let epoch = 0
  for (const [at, entry] of entries.entries()) {
    if (entry.seq !== at + 1) wrongs.push(`the journal has entry ${entry.seq} where ${at + 1} belongs`)
    if (entry.epoch < epoch)
      wrongs.push(`entry ${entry.seq} was appended under the old epoch ${entry.epoch}, after ${epoch}`)
    epoch = Math.max(epoch, entry.epoch)
    for (const { id, version, patches } of entry.changes) {
      const known = values.get(id) ?? []
      values.set(id, known)
      if (version !== known.length + 1) wrongs.push(`entry ${entry.seq} takes ${id} from ${known.length} to ${version}`)
      known.push(applyPatches(known.at(-1) ?? {}, patches as ImmerPatch[]))
    }
  }
  return { wrongs, values }
}
