import type { DocumentId } from '../../../shared/engine/document.ts'

/** What a worker that shows places wants of the sockets: who watches, and the way to send. */
export interface Sockets {
  /** The ids of a kind that somebody watches. */
  watchedIds(kind: string): readonly DocumentId[]
  /** @param frame made when it leaves */
  offer(id: DocumentId, frame: () => Uint8Array): void
}
