import { z } from 'zod'
import { DocumentId, defineDocument, nobody } from '../../engine/document.ts'

/** Somebody whom the documents have forgotten, and the store not yet. */
export const Pending = z.object({
  account: z.string(),
  /** Their ids elsewhere. Empty as soon as they stand nowhere but in what was left behind on the disk. */
  words: z.array(z.string()).default([]),
  /** Documents whose key is such an id. */
  documents: z.array(DocumentId).default([]),
})
export type Pending = z.infer<typeof Pending>

/** What is still to be forgotten, by names of its own, so that a crash in between is made good at the next start. Its key is 'all'. */
export const Erasures = z.object({ pending: z.record(z.string(), Pending).default({}) })
export const erasures = defineDocument({ kind: 'erasures', schema: Erasures, readableBy: nobody, memory: 'journaled' })
export const erasuresKey = 'all'
