import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DocumentId } from '../../../shared/engine/document.ts'
import { Entry } from '../../engine/entry.ts'

/** Raised when an older release could not read what this one writes. */
export const EXPORT_FORMAT = 1

/** How far a store had come when it was read. */
export const Position = z.object({
  /** The highest that was given out. */
  epoch: z.int().nonnegative(),
  /** The documents stand as they were at this entry. */
  checkpointSeq: z.int().nonnegative(),
  /** Entries up to this one are no longer kept in the journal. */
  trimmedTo: z.int().nonnegative(),
  lastSeq: z.int().nonnegative(),
  /** The latest time of all entries, in epoch ms; 0 where there is none. */
  newestAt: z.number(),
})
export type Position = z.infer<typeof Position>

export const describePosition = ({ lastSeq, trimmedTo }: Position) => {
  if (lastSeq === 0) return 'nothing that was written yet'
  return trimmedTo === lastSeq ? `everything up to entry ${lastSeq}` : `entries ${trimmedTo + 1} to ${lastSeq}`
}

const AnyObject = z.record(z.string(), z.unknown())

/** A document as the last checkpoint has it. */
const DocumentRecord = z.object({ id: DocumentId, version: z.int().nonnegative(), value: AnyObject })
type DocumentRecord = z.infer<typeof DocumentRecord>

/** A line of an archive: the one at `position` of those that entry `seq` has written. */
const ArchiveRecord = z.object({
  archive: z.string(),
  key: z.string(),
  seq: z.int().positive(),
  position: z.int().nonnegative(),
  at: z.number(),
  line: AnyObject,
})
type ArchiveRecord = z.infer<typeof ArchiveRecord>

/** What a store is made of, in the order in which it is moved. Answers to command ids are read from the journal. */
export const recordSchemas = { documents: DocumentRecord, archive: ArchiveRecord, journal: Entry } as const
const recordKinds = ['documents', 'archive', 'journal'] as const
export type RecordKind = (typeof recordKinds)[number]

interface Records {
  documents: DocumentRecord
  archive: ArchiveRecord
  journal: Entry
}

/** Records of one sort that are written down together, and taken together or not at all. */
export type Part = {
  [S in RecordKind]: { readonly number: number; readonly of: S; readonly records: readonly Records[S][] }
}[RecordKind]

const Check = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The file is text, one JSON a line: the header; then parts, each a line that tells of it and then so many lines of records; then the
 * end. Each check is SHA-256 of the check before it and of what it stands for, so that the last one stands for the whole file.
 */
export const ExportHeader = z.object({
  waterhole: z.literal('export'),
  form: z.literal(EXPORT_FORMAT),
  id: z.uuid(),
  madeAt: z.number(),
  from: z.string(),
  position: Position,
  check: Check,
})
export type ExportHeader = z.infer<typeof ExportHeader>

export const PartLine = z.object({
  part: z.int().positive(),
  of: z.enum(recordKinds),
  records: z.int().positive(),
  bytes: z.int().positive(),
  check: Check,
})
export type PartLine = z.infer<typeof PartLine>

const count = z.int().nonnegative()
export const EndLine = z.object({
  end: z.literal(true),
  parts: count,
  documents: count,
  archive: count,
  journal: count,
  check: Check,
})
export type EndLine = z.infer<typeof EndLine>

/** What a line would say without its check, and what follows it, under the check before it. */
export const checkOf = (before: string, line: object, body: Uint8Array | string = '') =>
  createHash('sha256').update(before).update(JSON.stringify(line)).update('\n').update(body).digest('hex')

/** @param before the check of the line before it; empty for the header */
export const isChecked = ({ check, ...line }: ExportHeader | PartLine | EndLine, before: string, body?: Uint8Array) =>
  check === checkOf(before, line, body)
