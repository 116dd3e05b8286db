import { z } from 'zod'
import { DocumentId } from '../engine/document.ts'

/** Up: documents and streams to watch, each with the client's copy, if any. */
export const Watch = z.object({
  documents: z
    .array(
      z.object({
        id: DocumentId,
        held: z.object({ epoch: z.int().nonnegative(), version: z.int().nonnegative() }).optional(),
      }),
    )
    .max(100),
})
export type Watch = z.infer<typeof Watch>

export const Unwatch = z.object({ documents: z.array(DocumentId).max(100) })
export type Unwatch = z.infer<typeof Unwatch>

/**
 * The answer to a watch. Missing changes arrive by `down`, in order with other patches. Unreadable and missing
 * documents are refused alike.
 */
export const Watching = z.object({ refused: z.array(DocumentId) })
export type Watching = z.infer<typeof Watching>
