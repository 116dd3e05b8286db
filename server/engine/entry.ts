import { z } from 'zod'
import { DocumentId } from '../../shared/engine/document.ts'
import { Patch } from '../../shared/protocol/down.ts'

/** What one command did to one journaled document: from version - 1 to version. */
export const EntryChange = z.object({ id: DocumentId, version: z.int().positive(), patches: z.array(Patch) })
export type EntryChange = z.infer<typeof EntryChange>

/** A line for an archive: what only grows and is read by pages. */
export const ArchiveLine = z.object({ archive: z.string(), key: z.string(), line: z.record(z.string(), z.unknown()) })
export type ArchiveLine = z.infer<typeof ArchiveLine>

/** What somebody was told who was refused. */
export const Refused = z.object({ code: z.string(), message: z.string(), problems: z.array(z.string()).optional() })
export type Refused = z.infer<typeof Refused>

/** One line of the journal. `seq` counts from 1 without gaps. */
export const Entry = z.object({
  seq: z.int().positive(),
  epoch: z.int().positive(),
  at: z.number(),
  actor: z.string(),
  command: z.string(),
  commandId: z.string().nullable(),
  input: z.unknown(),
  output: z.unknown(),
  changes: z.array(EntryChange),
  archive: z.array(ArchiveLine),
  /** Only where nothing was done: kept so that nobody does it after all. It has no input, no output, no changes. */
  refused: Refused.optional(),
})
export type Entry = z.infer<typeof Entry>
