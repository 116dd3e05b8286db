import { z } from 'zod'
import { DocumentId } from '../engine/document.ts'

/** An Immer patch; paths are from the document's root. */
export const Patch = z.object({
  op: z.enum(['add', 'replace', 'remove']),
  path: z.array(z.union([z.string(), z.number()])),
  value: z.unknown().optional(),
})
export type Patch = z.infer<typeof Patch>

/** The whole document at a version. Live documents count versions within an epoch, journaled ones permanently. */
const Snapshot = z.object({
  type: z.literal('snapshot'),
  id: DocumentId,
  epoch: z.int().nonnegative(),
  version: z.int().nonnegative(),
  value: z.record(z.string(), z.unknown()),
})
/** The change from version - 1 to version. */
const Patched = z.object({
  type: z.literal('patch'),
  id: DocumentId,
  version: z.int().positive(),
  patches: z.array(Patch),
})
/** The client's copy is current: the answer to a watch that missed nothing. */
const Current = z.object({
  type: z.literal('current'),
  id: DocumentId,
  epoch: z.int().nonnegative(),
  version: z.int().nonnegative(),
})
/** The client may no longer read the document and must drop its copy. */
const Dropped = z.object({ type: z.literal('dropped'), id: DocumentId })

export const Change = z.discriminatedUnion('type', [Snapshot, Patched, Current, Dropped])
export type Change = z.infer<typeof Change>

/** Down: all changes of one flush to documents that this socket watches, in order. */
export const Down = z.object({ changes: z.array(Change) })
export type Down = z.infer<typeof Down>
