import type { SharedStorage, Storage } from '../../engine/storage.ts'

const ALL = 1_000_000

/** Loads a store, with all entries after the checkpoint. */
export async function wholeLoad(storage: Storage) {
  const loaded = await storage.load()
  return { ...loaded, entries: await storage.tail(loaded.checkpointSeq, ALL) }
}

/** The same as a follower sees it. */
export async function wholeView(storage: SharedStorage) {
  const viewed = await storage.loadView()
  return { ...viewed, entries: await storage.tail(viewed.checkpointSeq, ALL) }
}
