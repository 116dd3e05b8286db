import { type Archive, fieldsWithoutOwner } from '../../shared/engine/archive.ts'
import { auditHead } from '../../shared/engine/auditHead.ts'
import type { Command } from '../../shared/engine/command.ts'
import type { DocumentKind } from '../../shared/engine/document.ts'
import type { Query } from '../../shared/engine/query.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import type { Derivation, Feature, FeatureSwitch, PersonRemoval, QueryImplementation } from './feature.ts'
import { storageProbe } from './probe.ts'
import { createReadSetting, type Implementation, type ReadSetting } from './rule.ts'
import { timers } from './schedule.ts'
import type { ValueOf } from './transaction.ts'
import { leadsSomewhere } from './typedTexts.ts'

/** Everything that the features declare, by name. */
export interface Registry {
  readonly kinds: ReadonlyMap<string, DocumentKind>
  /** By kind: the kinds whose readers it decides, in the document of the same key. */
  readonly decides: ReadonlyMap<string, readonly string[]>
  readonly archives: ReadonlyMap<string, Archive>
  /** In the order in which they run. */
  readonly removals: readonly PersonRemoval[]
  /** By the kind that they follow. */
  readonly derivations: ReadonlyMap<string, readonly Derivation[]>
  readonly commands: ReadonlyMap<string, Implementation>
  /** The refusal of a command whose feature is switched off; null if it is carried out. */
  refusalOfSwitch(command: string, working: ValueOf): Extract<Answer, { ok: false }> | null
  readonly queries: ReadonlyMap<string, QueryImplementation>
  readonly setting: ReadSetting
}

/** @throws when two features claim a name, when a declaration is incomplete, or when it names what does not exist */
export function register(features: readonly Feature[]): Registry {
  const commands = features.flatMap(({ commands }) => commands)
  const queries = features.flatMap(({ queries }) => queries)
  for (const { command } of commands) checkRefusals(command)
  for (const { query } of queries) checkRefusals(query)
  const kinds = byName(
    [timers, storageProbe, auditHead, ...features.flatMap(({ documents }) => documents)],
    ({ kind }) => kind,
  )
  const archives = byName(
    features.flatMap(({ archives = [] }) => archives),
    ({ kind }) => kind,
  )
  const removals = features.flatMap(({ removals = [] }) => removals)
  for (const archive of archives.values()) checkArchive(archive)
  for (const kind of kinds.values()) checkDocument(kind, archives, removals)
  return {
    kinds,
    decides: decidesOf(kinds),
    archives,
    removals,
    derivations: Map.groupBy(
      features.flatMap(({ derivations = [] }) => derivations),
      ({ from }) => from.kind,
    ),
    commands: byName(commands, ({ command }) => command.name),
    refusalOfSwitch: switchesOf(features),
    queries: byName(queries, ({ query }) => query.name),
    setting: createReadSetting(features.flatMap(({ settings = [] }) => settings)),
  }
}

/** Compiled code has all of it: this is for declarations that a type assertion let through. */
function checkArchive(archive: Archive) {
  for (const field of ['schema', 'readableBy', 'persons', 'fields', 'erased', 'audited'] as const)
    if (archive[field] === undefined) throw new Error(`The archive "${archive.kind}" does not declare "${field}"`)
  const [missing] = fieldsWithoutOwner(archive)
  if (missing !== undefined) throw new Error(`The archive "${archive.kind}" does not declare whose "${missing}" is`)
}

function checkDocument(
  declared: DocumentKind,
  archives: ReadonlyMap<string, Archive>,
  removals: readonly PersonRemoval[],
) {
  const { kind, about, exported, erased, typedTexts = [], typedPages = [], audited } = declared
  const wrong = (what: string) => new Error(`The document "${kind}" ${what}`)
  for (const field of ['schema', 'readableBy', 'memory', 'about', 'exported', 'erased', 'audited'] as const)
    if (declared[field] === undefined) throw wrong(`does not declare "${field}"`)
  if (about === 'nobody' && (exported || typeof erased === 'string'))
    throw wrong('is about no person, and yet exported or erased')
  if (about === 'several' && (exported || erased === 'cleared' || erased === 'deleted'))
    throw wrong('must find its keys for a person, in "about", to be exported or erased')
  const isRemoved = removals.some((removal) => removal.kind.kind === kind)
  if (erased === 'byFeature' && !isRemoved) throw wrong('is erased by its feature, and no feature has a removal for it')
  if (erased !== 'byFeature' && isRemoved) throw wrong('has a removal, and is not erased by its feature')
  const wrongPath = [...typedTexts, ...typedPages].find((path) => !leadsSomewhere(declared.schema, path))
  if (wrongPath !== undefined) throw wrong(`has no text at "${wrongPath}", where it says that users type one`)
  if (audited !== null && !archives.has(audited)) throw wrong(`is audited in "${audited}", and no feature declares it`)
}

function switchesOf(features: readonly Feature[]): Registry['refusalOfSwitch'] {
  const switched = features.flatMap(({ commands, switch: one }) =>
    commands.flatMap(({ command }) => (one?.refuses(command.name) ? [[command.name, one] as const] : [])),
  )
  const byCommand = new Map<string, FeatureSwitch>(switched)
  return (command, working) => {
    const one = byCommand.get(command)
    const isOff = one?.isOff((kind, key = '') => working(kind, key) as never)
    return one && isOff ? { ok: false, code: 'featureOff', message: one.says } : null
  }
}

function checkRefusals({
  name,
  refusals = {},
  attemptLimit,
}: (Command | Query) & Partial<Pick<Command, 'attemptLimit'>>) {
  const reused = Object.keys(refusals).find((code) => Object.hasOwn(engineRefusals, code))
  if (reused) throw new Error(`${name} may not use the refusal "${reused}": the engine itself answers with it`)
  const unknown = attemptLimit?.refusals.find((code) => !Object.hasOwn(refusals, code))
  if (unknown) throw new Error(`${name} counts the refusal "${unknown}" as a guess, but has no such refusal`)
}

function decidesOf(kinds: ReadonlyMap<string, DocumentKind>) {
  const decides = new Map<string, string[]>()
  for (const { kind, decidedBy = [] } of kinds.values()) {
    for (const decider of decidedBy) {
      if (!kinds.has(decider.kind))
        throw new Error(`"${kind}" is decided by "${decider.kind}", and no feature declares that kind of document`)
      decides.set(decider.kind, [...(decides.get(decider.kind) ?? []), kind])
    }
  }
  return decides
}

function byName<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, T> {
  const named = new Map<string, T>()
  for (const one of all) {
    if (named.has(nameOf(one))) throw new Error(`"${nameOf(one)}" is defined twice`)
    named.set(nameOf(one), one)
  }
  return named
}
