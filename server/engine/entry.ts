import { z } from 'zod'
import type { Command } from '../../shared/engine/command.ts'
import { DocumentId } from '../../shared/engine/document.ts'
import { Patch } from '../../shared/protocol/down.ts'
import type { VersionedChange } from './documents.ts'
import type { Principal } from './principal.ts'
import type { DocumentChange } from './transaction.ts'

/** The change of one journaled document by one command: from version - 1 to version. */
export const EntryChange = z.object({ id: DocumentId, version: z.int().positive(), patches: z.array(Patch) })
export type EntryChange = z.infer<typeof EntryChange>

/** A row for an archive. */
export const ArchiveRow = z.object({
  archive: z.string(),
  key: z.string(),
  line: z.record(z.string(), z.unknown()),
  /** The persons it is about, as its archive's declaration finds them. */
  about: z.array(z.string()).optional(),
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
})
export type Entry = z.infer<typeof Entry>

/** The result of a rule, and for whom it ran. */
interface CommandRun {
  readonly at: number
  readonly principal: Principal
  /** Null for commands of the hub itself. */
  readonly commandId: string | null
  /** Of a command of the hub that may be repeated. */
  readonly hubCommandId: string | null
  readonly input: unknown
  readonly output: unknown
  readonly archive: readonly ArchiveRow[]
}

/**
 * Whether the journal must keep it. A user's command always, so that it is answered once; one of the hub itself only if it changed
 * what is kept: live documents are never journaled.
 */
export const isJournaled = (changes: readonly DocumentChange[], { commandId, archive }: CommandRun) =>
  commandId !== null || archive.length > 0 || changes.some(({ kind }) => kind.memory === 'journaled')

/** @throws when something in it cannot be written as JSON: then none of it may be kept */
export function journalEntry(
  command: Command,
  place: Pick<Entry, 'seq' | 'epoch'>,
  changes: readonly VersionedChange[],
  { at, principal, commandId, hubCommandId, input, output, archive }: CommandRun,
): Entry {
  const entry: Entry = {
    ...place,
    at,
    actor: principal.id ?? '',
    command: command.name,
    commandId: commandId ?? hubCommandId,
    input: withoutSecrets(command, input),
    output,
    changes: changes.filter(({ kind }) => kind.memory === 'journaled').map(entryChange),
    archive: [...archive],
  }
  JSON.stringify(entry)
  return entry
}

/** A command that was refused, and by whom it was called. */
export type RefusedCall = Pick<Entry, 'at' | 'command' | 'commandId'> & { readonly actor: string | null }

/** The input is left out: a refused command changed nothing that it would explain. */
export const refusalEntry = (
  place: Pick<Entry, 'seq' | 'epoch'>,
  { at, actor, command, commandId }: RefusedCall,
  refused: Refused,
): Entry => ({
  ...place,
  at,
  actor: actor ?? '',
  command,
  commandId,
  input: null,
  output: null,
  changes: [],
  archive: [],
  refused,
})

/** The first change of a document holds all of it, so that a replay needs no defaults of the release that wrote it. */
const entryChange = ({ id, version, next, patches }: VersionedChange): EntryChange => ({
  id,
  version,
  patches: version === 1 ? [{ op: 'replace', path: [], value: next }] : [...patches],
})

function withoutSecrets({ secrets = [] }: Command, input: unknown): unknown {
  if (secrets.length === 0 || typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, secrets.includes(name) ? '[hidden]' : value]),
  )
}
