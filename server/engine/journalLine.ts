import type { Command } from '../../shared/engine/command.ts'
import type { VersionedChange } from './documents.ts'
import type { ArchiveLine, Entry, EntryChange, Refused } from './entry.ts'
import type { Principal } from './principal.ts'
import type { DocumentChange } from './transaction.ts'

/** What a rule did, and for whom. */
export interface Happening {
  readonly at: number
  readonly principal: Principal
  /** Null for the hub's own orders. */
  readonly commandId: string | null
  /** By which an order of the hub's own may be repeated, if it may. */
  readonly orderId: string | null
  readonly input: unknown
  readonly output: unknown
  readonly archive: readonly ArchiveLine[]
}

/**
 * Whether the journal must remember it. A person's command always, so that it is answered once; the hub's own only if it
 * changed what is kept: live documents never reach the journal.
 */
export const isForJournal = (changes: readonly DocumentChange[], { commandId, archive }: Happening) =>
  commandId !== null || archive.length > 0 || changes.some(({ kind }) => kind.memory === 'journaled')

/** The journal's line. @throws when something in it cannot be written as JSON: then nothing must be kept of it */
export function journalLine(
  command: Command,
  place: Pick<Entry, 'seq' | 'epoch'>,
  changes: readonly VersionedChange[],
  { at, principal, commandId, orderId, input, output, archive }: Happening,
): Entry {
  const line: Entry = {
    ...place,
    at,
    actor: principal.id ?? '',
    command: command.name,
    commandId: commandId ?? orderId,
    input: withoutSecrets(command, input),
    output,
    changes: changes.filter(({ kind }) => kind.memory === 'journaled').map(entryChange),
    archive: [...archive],
  }
  JSON.stringify(line)
  return line
}

/** What was asked for and not done, by whom. */
export type Unfulfilled = Pick<Entry, 'at' | 'command' | 'commandId'> & { readonly actor: string | null }

/** The journal's line of a refusal. What was wrong with what was asked is nobody's business later: the input is left out. */
export const refusalLine = (
  place: Pick<Entry, 'seq' | 'epoch'>,
  { at, actor, command, commandId }: Unfulfilled,
  refused: Refused,
): Entry => ({
  ...{ ...place, at, actor: actor ?? '', command, commandId },
  ...{ input: null, output: null, changes: [], archive: [], refused },
})

/** The first change of a document holds the whole of it, so that replaying needs no default of whatever release. */
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
