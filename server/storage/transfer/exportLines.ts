import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Position } from './position.ts'
import { sorts } from './records.ts'

/** Raised when an older release could not read what this one writes. */
export const EXPORT_FORM = 1

const Check = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The file is text, one JSON a line: the header; then parts, each a line that tells of it and then so many lines of records; then the
 * end. Each check is SHA-256 of the check before it and of what it stands for, so that the last one stands for the whole file.
 */
export const ExportHeader = z.object({
  waterhole: z.literal('export'),
  form: z.literal(EXPORT_FORM),
  id: z.uuid(),
  madeAt: z.number(),
  from: z.string(),
  position: Position,
  check: Check,
})
export type ExportHeader = z.infer<typeof ExportHeader>

export const PartLine = z.object({
  part: z.int().positive(),
  of: z.enum(sorts),
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
