import { z } from 'zod'
import { DocumentId } from '../../../shared/engine/document.ts'
import { Entry } from '../../engine/entry.ts'

const AnyObject = z.record(z.string(), z.unknown())

/** A document as the last checkpoint has it. */
export const MovedDocument = z.object({ id: DocumentId, version: z.int().nonnegative(), value: AnyObject })
export type MovedDocument = z.infer<typeof MovedDocument>

/** A line of an archive: the one at `position` of those that entry `seq` has written. */
export const MovedLine = z.object({
  archive: z.string(),
  key: z.string(),
  seq: z.int().positive(),
  position: z.int().nonnegative(),
  at: z.number(),
  line: AnyObject,
})
export type MovedLine = z.infer<typeof MovedLine>

/** What a store is made of, in the order in which it is moved. Answers to command ids are read from the journal. */
export const recordSchemas = { documents: MovedDocument, archive: MovedLine, journal: Entry } as const
export const sorts = ['documents', 'archive', 'journal'] as const
export type Sort = (typeof sorts)[number]

interface Records {
  documents: MovedDocument
  archive: MovedLine
  journal: Entry
}

/** Records of one sort that are written down together, and taken together or not at all. */
export type Part = {
  [S in Sort]: { readonly number: number; readonly of: S; readonly records: readonly Records[S][] }
}[Sort]
