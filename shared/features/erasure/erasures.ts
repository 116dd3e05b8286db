import { z } from 'zod'
import { defineArchive, originOwners, originShape } from '../../engine/archive.ts'
import { DocumentId, defineDocument, holdersOf, nobody, notPersonal } from '../../engine/document.ts'

/** An account that is erased from the documents, and not yet from the store. */
export const PendingErasure = z.object({
  account: z.string(),
  /** Steam and Discord ids. Dropped after the first pass of the store. */
  externalIds: z.array(z.string()).default([]),
  /** Documents whose key is such an id. */
  documents: z.array(DocumentId).default([]),
})
export type PendingErasure = z.infer<typeof PendingErasure>

/** Erasures that the store has not completed, by a random name: continued after a crash. The key is 'all'. */
export const Erasures = z.object({ pending: z.record(z.string(), PendingErasure).default({}) })
export const erasures = defineDocument({
  kind: 'erasures',
  schema: Erasures,
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('is the list of pending erasures'),
})
export const erasuresKey = 'all'

/** Which accounts were erased. Their ids no longer identify a person. */
export const erasureAudit = defineArchive({
  kind: 'erasureAudit',
  schema: z.object({ act: z.string(), by: z.string(), ...originShape }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { act: 'event', by: 'by', ...originOwners },
  erased: 'emptied',
  audited: (row) => ({ ...row, subject: 'erasures', did: 'erased their account' }),
})
