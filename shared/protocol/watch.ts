import { z } from 'zod'
import { DocumentId } from '../engine/document.ts'

/** Up: documents and streams to be told about, each with the copy that is held, if any. */
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
 * Answers a watch. What was missing comes by `down`, so that it keeps its order among the patches.
 * "Not yours" and "not there" are both refused, and look the same.
 */
export const Watching = z.object({ refused: z.array(DocumentId) })
export type Watching = z.infer<typeof Watching>
