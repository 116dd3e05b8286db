import type { DocumentKind } from '../../shared/engine/document.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import type { Feature, QueryImplementation } from './feature.ts'
import { storageProbe } from './probe.ts'
import type { Implementation } from './rule.ts'
import { timers } from './timers.ts'

/** Everything that the features brought, by name. */
export interface Registry {
  readonly kinds: ReadonlyMap<string, DocumentKind>
  readonly commands: ReadonlyMap<string, Implementation>
  readonly queries: ReadonlyMap<string, QueryImplementation>
}

/** @throws when two features claim a name, or a command reuses a refusal of the engine's own */
export function register(features: readonly Feature[]): Registry {
  for (const { command } of features.flatMap(({ commands }) => commands)) {
    const reused = Object.keys(command.refusals).find((code) => Object.hasOwn(engineRefusals, code))
    if (reused)
      throw new Error(`${command.name} may not use the refusal "${reused}": the engine itself answers with it`)
  }
  return {
    kinds: byName([timers, storageProbe, ...features.flatMap(({ documents }) => documents)], ({ kind }) => kind),
    commands: byName(
      features.flatMap(({ commands }) => commands),
      ({ command }) => command.name,
    ),
    queries: byName(
      features.flatMap(({ queries }) => queries),
      ({ query }) => query.name,
    ),
  }
}

function byName<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, T> {
  const named = new Map<string, T>()
  for (const one of all) {
    if (named.has(nameOf(one))) throw new Error(`"${nameOf(one)}" is defined twice`)
    named.set(nameOf(one), one)
  }
  return named
}
