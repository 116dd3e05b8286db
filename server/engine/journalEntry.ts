import { hash } from 'node:crypto'
import type { Command } from '../../shared/engine/command.ts'
import type { CommandCall } from '../../shared/protocol/calls.ts'
import type { Patch } from '../../shared/protocol/down.ts'
import type { VersionedChange } from './documents.ts'
import { type ArchiveRow, type Entry, type EntryChange, entryJson, type Refused } from './entry.ts'
import type { Principal } from './principal.ts'
import type { DocumentChange } from './transaction.ts'

/** The result of a rule, and for whom it ran. */
interface CommandRun {
  readonly at: number
  readonly principal: Principal
  /** Null for commands of the hub itself. */
  readonly commandId: string | null
  /** Of a command of the hub that may be repeated. */
  readonly hubCommandId: string | null
  /** Of a user's command: see `contentsOf`. */
  readonly contents: string | null
  readonly input: unknown
  readonly output: unknown
  readonly archive: readonly ArchiveRow[]
}

/**
 * Whether the journal must keep it. A user's command always, so that it is answered once; one of the hub itself only if it changed
 * what is kept: live documents are never journaled.
 */
export const isJournaled = (changes: readonly DocumentChange[], { commandId, archive }: CommandRun) =>
  commandId !== null || archive.length > 0 || changes.some(isKept)

/** An entry, and how long it is as JSON. */
export interface SizedEntry {
  readonly entry: Entry
  readonly characters: number
}

/** @throws when something in it cannot be written as JSON: then none of it may be kept */
const sized = (entry: Entry): SizedEntry => ({ entry, characters: entryJson(entry).length })

/** @throws when something in it cannot be written as JSON: then none of it may be kept */
export function journalEntry(
  command: Command,
  { seq, epoch }: Pick<Entry, 'seq' | 'epoch'>,
  changes: readonly VersionedChange[],
  { at, principal, commandId, hubCommandId, contents, input, output, archive }: CommandRun,
): SizedEntry {
  return sized({
    seq,
    epoch,
    at,
    actor: principal.id ?? '',
    command: command.name,
    commandId: commandId ?? hubCommandId,
    input: withoutSecrets(command, input),
    output,
    changes: keptOf(changes).map(entryChange),
    archive: archive as ArchiveRow[],
    contents: contents ?? undefined,
  })
}

/** A command that was refused, and by whom it was called. */
export type RefusedCall = Pick<Entry, 'at' | 'command' | 'commandId'> & {
  readonly actor: string | null
  readonly contents: string | null
}

/** The input is left out: a refused command changed nothing that it would explain. */
export const refusalEntry = (
  place: Pick<Entry, 'seq' | 'epoch'>,
  { at, actor, command, commandId, contents }: RefusedCall,
  refused: Refused,
): SizedEntry =>
  sized({
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
    ...(contents !== null && { contents }),
  })

/** The first change of a document holds all of it, so that a replay needs no defaults of the release that wrote it. */
const entryChange = ({ id, version, next, patches }: VersionedChange): EntryChange => ({
  id,
  version,
  patches: version === 1 ? [{ op: 'replace', path: [], value: next }] : (patches as Patch[]),
})

const isKept = ({ kind }: DocumentChange) => kind.memory === 'journaled'
/** Mostly all of them: a list is made only where some are not kept. */
const keptOf = (changes: readonly VersionedChange[]) => (changes.every(isKept) ? changes : changes.filter(isKept))

/**
 * A digest of what a call asks for: its name and its input, without secrets and whatever the order of fields. A command id that comes again
 * with another digest is refused, never answered with the result of the first.
 */
export function contentsOf(command: Command, { name, input }: Pick<CommandCall, 'name' | 'input'>): string {
  return hash('sha256', `${name} ${sortedJson(withoutSecrets(command, input))}`, 'base64url').slice(0, 22)
}

/** Empty for an input that is nested too deeply to be written: no command accepts one. */
function sortedJson(input: unknown): string {
  if (isFlat(input)) return JSON.stringify(sortedFields(input))
  try {
    return JSON.stringify(input, (_, value) => (isRecord(value) ? sortedFields(value) : value)) ?? ''
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Without records inside, for which a function has to be called with each value. */
function isFlat(input: unknown): input is Readonly<Record<string, unknown>> {
  if (!isRecord(input)) return false
  for (const name in input) if (typeof input[name] === 'object' && input[name] !== null) return false
  return true
}
const sortedFields = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(sortNames(Object.keys(record)).map((name) => [name, record[name]]))

/** Most inputs have a few names: `sort` makes lists of its own for them. */
const few = 8

function sortNames(names: string[]): readonly string[] {
  if (names.length > few) return names.sort()
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at] as string
    let to = at
    for (; to > 0 && (names[to - 1] as string) > name; to -= 1) names[to] = names[to - 1] as string
    names[to] = name
  }
  return names
}

function withoutSecrets({ secrets = [] }: Command, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !secrets.some((name) => Object.hasOwn(input, name))) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, secrets.includes(name) ? '[hidden]' : value]),
  )
}
