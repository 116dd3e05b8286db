import type { Storage } from '../engine/storage.ts'

/** A store that remembers of its loading when the last entry was made that it held then. */
export function notingLastEntry<S extends Storage>(storage: S) {
  let at: number | null = null
  const load = async () => {
    const loaded = await storage.load()
    const isAllInCheckpoint = loaded.entries.length === 0 && loaded.checkpointSeq > 0
    const last = isAllInCheckpoint ? await storage.tail(loaded.checkpointSeq - 1, 1) : loaded.entries.slice(-1)
    at = last[0]?.at ?? null
    return loaded
  }
  return {
    // Over the store itself and not a copy of it: some of what it tells changes.
    storage: Object.assign(Object.create(storage) as S, { load }),
    /** Epoch ms; null where there was none. */
    lastEntryAt: () => at,
  }
}
