import { z } from 'zod'
import { DocumentId } from '../../shared/engine/document.ts'
import { Patch } from '../../shared/protocol/down.ts'

/** The change of one journaled document by one command: from version - 1 to version. */
export const EntryChange = z.object({ id: DocumentId, version: z.int().positive(), patches: z.array(Patch) })
export type EntryChange = z.infer<typeof EntryChange>

/** A row for an archive. */
export const ArchiveRow = z.object({
  kind: z.string(),
  /** The persons it is about, as its archive's declaration finds them. */
  about: z.array(z.string()),
  row: z.record(z.string(), z.unknown()),
})
export type ArchiveRow = z.infer<typeof ArchiveRow>

/** The answer to a refused command. */
export const Refused = z.object({ code: z.string(), message: z.string(), problems: z.array(z.string()).optional() })
export type Refused = z.infer<typeof Refused>

/** One entry of the journal. `seq` counts from 1 without gaps. */
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
  archive: z.array(ArchiveRow),
  /** Only of a command that was refused, kept so that no other node carries it out. It has no input, output or changes. */
  refused: Refused.optional(),
  /** Of a user's command: tells its name and input from others, see `contentsOf`. Older entries have none. */
  contents: z.string().optional(),
})
export type Entry = z.infer<typeof Entry>

/** An entry as JSON, and its rows. */
interface EntryTexts {
  readonly json: string
  readonly rows: readonly string[]
}
const texts = new WeakMap<Entry, EntryTexts>()

/** Made once, since an entry never changes. @throws when something in it cannot be written as JSON */
function entryTexts(entry: Entry): EntryTexts {
  const made = texts.get(entry)
  if (made !== undefined) return made
  const { input = null, output = null, archive } = entry
  const rows = archive.map(({ row }) => JSON.stringify(row))
  const archived = archive.map(
    ({ kind, about }, nth) => `{"kind":${JSON.stringify(kind)},"about":${JSON.stringify(about)},"row":${rows[nth]}}`,
  )
  const rest = JSON.stringify({ ...entry, input, output, archive: undefined })
  const both = { json: `${rest.slice(0, -1)},"archive":[${archived.join(',')}]}`, rows }
  texts.set(entry, both)
  return both
}

/** For the last use of them: an entry waits to be written without its JSON, which the collector would copy. @throws as `entryTexts` */
export function takeEntryTexts(entry: Entry): EntryTexts {
  const made = entryTexts(entry)
  texts.delete(entry)
  return made
}

/**
 * An entry as stores write it. JSON leaves undefined values out, and an entry without its output could not be read again.
 * @throws when something in it cannot be written as JSON
 */
export const entryJson = (entry: Entry): string => entryTexts(entry).json
