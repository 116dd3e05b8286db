import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type RecordKind, type Records, recordKinds } from '../records.ts'

/** How far a store was when it was read. */
export const Position = z.object({
  /** The highest that was given. */
  epoch: z.int().nonnegative(),
  /** Documents are as of this entry. */
  checkpointSeq: z.int().nonnegative(),
  /** Entries up to this one are no longer in the journal. */
  trimmedTo: z.int().nonnegative(),
  lastSeq: z.int().nonnegative(),
  /** The latest time of all entries, in epoch ms; 0 where there is none. */
  newestAt: z.number(),
})
export type Position = z.infer<typeof Position>

export const describePosition = ({ lastSeq, trimmedTo }: Pick<Position, 'lastSeq' | 'trimmedTo'>) => {
  if (lastSeq === 0) return 'nothing that was written yet'
  return trimmedTo === lastSeq ? `everything up to entry ${lastSeq}` : `entries ${trimmedTo + 1} to ${lastSeq}`
}

/** Records of one kind that are written together, and taken together or not at all. */
export type Part =
  | {
      [Kind in RecordKind]: { readonly number: number; readonly of: Kind; readonly records: readonly Records[Kind][] }
    }[RecordKind]
  | { readonly number: number; readonly of: 'answers'; readonly records: readonly [] }
  | { readonly number: number; readonly of: 'files'; readonly records: readonly ExportedFile[] }

/**
 * Exports of format 2 hold answers to command ids too. They are passed over: the journal says the same. Backups hold files beside the
 * records, after them.
 */
export const partKinds = [...recordKinds, 'answers', 'files'] as const

/** A file that belongs to a hub and is not in its store: a segment of the map that a pin keeps. */
export const ExportedFile = z.object({
  /** Within the data folder. No other name is taken from a file that may come from anywhere. */
  name: z.string().regex(/^pins\/main-\d{1,16}\.segment$/),
  body: z.base64(),
})
export type ExportedFile = z.infer<typeof ExportedFile>

const Check = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The file is text, one JSON a line: the header; then parts, each a line that describes it and then its records, one a line; then the
 * end. Each check is the SHA-256 of the check before it and of its own content, so that the last one covers the whole file.
 */
export const ExportHeader = z.object({
  waterhole: z.literal('export'),
  /** The store format of the records. */
  form: z.int().positive(),
  id: z.uuid(),
  madeAt: z.number(),
  from: z.string(),
  position: Position,
  check: Check,
})
export type ExportHeader = z.infer<typeof ExportHeader>

export const PartLine = z.object({
  part: z.int().positive(),
  of: z.enum(partKinds),
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
  /** Of format 2. */
  answers: count.exactOptional(),
  archive: count,
  journal: count,
  /** Only where there are any. */
  files: count.exactOptional(),
  check: Check,
})
export type EndLine = z.infer<typeof EndLine>

/** The check of a line without its own check, and of its body, after the check before it. */
export const checkOf = (before: string, line: object, body: Uint8Array | string = '') =>
  createHash('sha256').update(before).update(JSON.stringify(line)).update('\n').update(body).digest('hex')

/** @param before the check of the line before it; empty for the header */
export const isChecked = ({ check, ...line }: ExportHeader | PartLine | EndLine, before: string, body?: Uint8Array) =>
  check === checkOf(before, line, body)
