import { atom } from 'jotai'
import type { DocumentId } from '../../shared/engine/document.ts'

/** What an atom needs of the connection: a way to say that it wants a document, and later that it does not. */
export interface WatchHolder {
  watch(id: DocumentId): () => void
}

/** How documents are watched in this store, so that atoms can do it by being mounted. Set once, by the connection. */
export const watchHolder = atom<WatchHolder | null>(null)
