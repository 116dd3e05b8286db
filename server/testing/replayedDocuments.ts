import { createDocuments, replayFrom } from '../engine/documents.ts'
import { register } from '../engine/registry.ts'
import type { Storage, Stored } from '../engine/storage.ts'
import { allFeatures } from './allFeatures.ts'

/** The documents of a store as the product loads them: the checkpoint, with the journal replayed. By id. */
export async function replayedDocuments(storage: Storage): Promise<Stored[]> {
  const { kinds } = register(allFeatures)
  const documents = createDocuments(kinds, await replayFrom(storage, kinds, await storage.load(), () => {}))
  return [...documents.ids()]
    .flatMap((id) => {
      const copy = documents.durable(id)
      return copy && copy.version > 0 ? [{ id, version: copy.version, value: copy.value }] : []
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
