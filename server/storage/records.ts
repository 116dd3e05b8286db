import { z } from 'zod'
import { DocumentId, isDocumentId } from '../../shared/engine/document.ts'
import { type CommandId, madeAt } from '../../shared/engine/ids.ts'
import { Entry } from '../engine/entry.ts'

const AnyObject = z.record(z.string(), z.unknown())

/** A document as of the last checkpoint. */
const DocumentRecord = z.object({ id: DocumentId, version: z.int().nonnegative(), value: AnyObject })
type DocumentRecord = z.infer<typeof DocumentRecord>

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

/** The kinds of records of a store, in the order of an export. */
export const recordKinds = ['documents', 'archive', 'journal'] as const
export type RecordKind = (typeof recordKinds)[number]
export interface Records {
  documents: DocumentRecord
  archive: ArchiveRecord
  journal: Entry
}
export const recordSchemas = {
  documents: DocumentRecord,
  archive: ArchiveRecord,
  journal: Entry,
} as const

/** An entry has fewer archive rows than this. Leaves room for eight thousand million entries. */
export const ROWS_PER_ENTRY = 2 ** 20

/** One number for a row's entry and its position in the entry: sorts as they do, and is the cursor of archive pages. */
export const archivePosition = (seq: number, position: number) => seq * ROWS_PER_ENTRY + position
export const seqOfPosition = (position: number) => Math.floor(position / ROWS_PER_ENTRY)

/** Refuses an entry that could be written but never read again. @throws Error that says what is wrong */
export const checkEntry = (entry: Entry, expected: { readonly seq: number; readonly epoch: number }) => {
  const wrong = (what: string) => new Error(`Entry ${entry.seq} (${entry.command}) ${what}. Nothing was written.`)
  if (entry.seq !== expected.seq) throw wrong(`does not follow entry ${expected.seq - 1}`)
  if (entry.epoch !== expected.epoch) throw wrong(`is of epoch ${entry.epoch}, but this hub's is ${expected.epoch}`)
  if (!Number.isFinite(entry.at)) throw wrong(`has no time`)
  if (entry.archive.length >= ROWS_PER_ENTRY) throw wrong(`has more than ${ROWS_PER_ENTRY} archive rows`)
  const badKind = entry.archive.find(({ kind }) => kind.includes('/'))
  if (badKind) throw wrong(`has a row for the archive ${badKind.kind}, which holds a slash`)
  for (const { id, version } of entry.changes) {
    if (!isDocumentId(id)) throw wrong(`changes ${JSON.stringify(id)}, which is not a document's id`)
    if (!Number.isSafeInteger(version) || version < 1) throw wrong(`takes ${id} to version ${version}`)
  }
}

/** The latest time at which a user's command id says that it was made; 0 where there is none. The hub's own ids say none. */
export const newestIdAt = (entries: readonly Pick<Entry, 'commandId'>[]) =>
  entries.reduce((newest, { commandId }) => Math.max(newest, idTimeOf(commandId)), 0)

/** 0 for an id that says none. */
export const idTimeOf = (commandId: string | null) => madeAt((commandId ?? '') as CommandId) || 0

/**
 * Checks that each change of a document is the next one of that document or a new beginning, as of a document that was erased.
 * @param versions the documents' versions before the entry; brought up to date @returns what is wrong; null when nothing is
 */
export const followVersions = ({ seq, changes }: Entry, versions: Map<string, number>): string | null => {
  for (const { id, version, patches } of changes) {
    const before = versions.get(id) ?? 0
    const [first] = patches
    const isBeginning = version === 1 && first?.op === 'replace' && first.path.length === 0
    if (version !== before + 1 && !isBeginning)
      return `takes ${id} from version ${before} to ${version} in entry ${seq}.`
    versions.set(id, version)
  }
  return null
}
