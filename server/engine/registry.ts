import type { Command } from '../../shared/engine/command.ts'
import type { DocumentKind } from '../../shared/engine/document.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import type { Feature, QueryImplementation } from './feature.ts'
import { storageProbe } from './probe.ts'
import type { Implementation } from './rule.ts'
import { timers } from './schedule.ts'
import { createReadSetting, type ReadSetting } from './setting.ts'

/** Everything that the features brought, by name. */
export interface Registry {
  readonly kinds: ReadonlyMap<string, DocumentKind>
  /** By kind: the kinds whose document of the same key it decides who may read. */
  readonly decides: ReadonlyMap<string, readonly string[]>
  readonly commands: ReadonlyMap<string, Implementation>
  readonly queries: ReadonlyMap<string, QueryImplementation>
  readonly setting: ReadSetting
}

/** @throws when two features claim a name, or a document or command names what there is not, or what is the engine's own */
export function register(features: readonly Feature[]): Registry {
  const commands = features.flatMap(({ commands }) => commands)
  for (const { command } of commands) checkRefusals(command)
  const kinds = byName([timers, storageProbe, ...features.flatMap(({ documents }) => documents)], ({ kind }) => kind)
  return {
    kinds,
    decides: decidesOf(kinds),
    commands: byName(commands, ({ command }) => command.name),
    queries: byName(
      features.flatMap(({ queries }) => queries),
      ({ query }) => query.name,
    ),
    setting: createReadSetting(features.flatMap(({ settings = [] }) => settings)),
  }
}

function checkRefusals({ name, refusals, attemptLimit: guesses }: Command) {
  const reused = Object.keys(refusals).find((code) => Object.hasOwn(engineRefusals, code))
  if (reused) throw new Error(`${name} may not use the refusal "${reused}": the engine itself answers with it`)
  const unknown = guesses?.refusals.find((code) => !Object.hasOwn(refusals, code))
  if (unknown) throw new Error(`${name} counts the refusal "${unknown}" as a guess, but has no such refusal`)
}

function decidesOf(kinds: ReadonlyMap<string, DocumentKind>) {
  const decides = new Map<string, string[]>()
  for (const { kind, decidedBy = [] } of kinds.values()) {
    for (const decider of decidedBy) {
      if (!kinds.has(decider.kind))
        throw new Error(`"${kind}" is decided by "${decider.kind}", and no feature brings that kind of document`)
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
