import type { DocumentId } from '../../shared/engine/document.ts'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import type { Copy, Hub } from './hub.ts'

/** A hub that runs the rules itself, with what others need of it who hold the same documents. */
export interface Authority extends Hub {
  /** Up to this all is durable: already so when it is published. */
  durableSeq(): number
  /** An order that may be repeated with the same id, and is done once. Never rejects. */
  orderOnce(actor: string, name: string, input: unknown, id: string): Promise<Answer>
  /** All live documents that somebody has written, as they were published last. */
  liveDocuments(): readonly (Copy & { readonly id: DocumentId })[]
  /** Stops without writing anything more: another may be the authority. What was asked may never be answered. */
  abandon(): void
}
