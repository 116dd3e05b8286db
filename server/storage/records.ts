import { z } from 'zod'
import { DocumentId } from '../../shared/engine/document.ts'
import { Entry, Refused } from '../engine/entry.ts'

const AnyObject = z.record(z.string(), z.unknown())

/** A document as of the last checkpoint. */
export const DocumentRecord = z.object({ id: DocumentId, version: z.int().nonnegative(), value: AnyObject })
export type DocumentRecord = z.infer<typeof DocumentRecord>

/** The answer to a command id, as kept with the last checkpoint. */
export const AnswerRecord = z.object({
  seq: z.int().positive(),
  at: z.number(),
  actor: z.string(),
  commandId: z.string(),
  output: z.unknown(),
  refused: Refused.exactOptional(),
})
export type AnswerRecord = z.infer<typeof AnswerRecord>

/** A row of an archive: the one at `position` of those that entry `seq` wrote. */
export const ArchiveRecord = z.object({
  kind: z.string(),
  seq: z.int().positive(),
  position: z.int().nonnegative(),
  at: z.number(),
  /** The persons it is about. */
  about: z.array(z.string()),
  row: AnyObject,
})
export type ArchiveRecord = z.infer<typeof ArchiveRecord>

/** The four kinds of records of a store, in the order of an export. */
export const recordKinds = ['documents', 'answers', 'archive', 'journal'] as const
export type RecordKind = (typeof recordKinds)[number]
export interface Records {
  documents: DocumentRecord
  answers: AnswerRecord
  archive: ArchiveRecord
  journal: Entry
}
export const recordSchemas = {
  documents: DocumentRecord,
  answers: AnswerRecord,
  archive: ArchiveRecord,
  journal: Entry,
} as const
