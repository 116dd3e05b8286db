import { freeze } from 'immer'
import { type DocumentId, type DocumentKind, keyOf, kindOf } from '../../shared/engine/document.ts'
import type { Copy } from './hub.ts'
import { patched } from './patched.ts'
import type { Loaded } from './storage.ts'
import type { DocumentChange, ValueOf } from './transaction.ts'

/** A change with the version that it makes. */
export interface VersionedChange extends DocumentChange {
  readonly version: number
}

/**
 * Every document twice: as it stands in memory (working, which rules see) and as it is known to be
 * durable (which everyone else sees). They differ only while the journal is being written.
 */
export interface Documents {
  readonly working: ValueOf
  durable(id: DocumentId): Copy | undefined
  /** The versions that these changes make. */
  version(changes: readonly DocumentChange[]): readonly VersionedChange[]
  /** Takes them into the working copies. */
  stage(changes: readonly VersionedChange[]): void
  /** What was staged is durable now. */
  keep(changes: readonly VersionedChange[]): void
  /** What was staged will never be durable: back to the durable copies. */
  forget(changes: readonly VersionedChange[]): void
  /** As if they had never been written. False, and nothing is dropped, while something of them is not durable yet. */
  drop(ids: readonly DocumentId[]): boolean
  ids(): Iterable<DocumentId>
  count(): number
}

/** @param liveVersionsFrom the version of a live document that nobody has written */
export function createDocuments(
  kinds: ReadonlyMap<string, DocumentKind>,
  loaded: Loaded,
  liveVersionsFrom = 0,
): Documents {
  const blanks = blankCopies(kinds, liveVersionsFrom)
  const durable = replay(kinds, loaded)
  const working = new Map(durable)
  const versionOf = (id: DocumentId) => working.get(id)?.version ?? blanks.get(kindOf(id))?.version ?? 0
  return {
    working(kind, key) {
      const value = working.get(`${kind.kind}/${key}`)?.value ?? blanks.get(kind.kind)?.value
      if (!value) throw new Error(`No feature has brought the document kind "${kind.kind}"`)
      return value
    },
    durable: (id) => durable.get(id) ?? blanks.get(kindOf(id)),
    version: (changes) => changes.map((change) => ({ ...change, version: versionOf(change.id) + 1 })),
    stage(changes) {
      for (const { id, version, next } of changes) working.set(id, { version, value: next })
    },
    keep(changes) {
      for (const { id, version, next } of changes) durable.set(id, { version, value: next })
    },
    forget(changes) {
      for (const { id } of changes) {
        const kept = durable.get(id)
        if (kept) working.set(id, kept)
        else working.delete(id)
      }
    },
    drop(ids) {
      if (ids.some((id) => working.get(id)?.version !== durable.get(id)?.version)) return false
      for (const held of [working, durable]) for (const id of ids) held.delete(id)
      return true
    },
    ids: () => durable.keys(),
    count: () => durable.size,
  }
}

/** By kind: what stands where nobody has written. */
export const blankCopies = (
  kinds: ReadonlyMap<string, DocumentKind>,
  liveVersionsFrom: number,
): ReadonlyMap<string, Copy> =>
  new Map(
    [...kinds].map(([name, { schema, memory }]) => {
      const value = freeze(schema.parse({}), true)
      return [name, { version: memory === 'live' ? liveVersionsFrom : 0, value }]
    }),
  )

const unwritten: Copy = { version: 0, value: {} }

/**
 * Checkpoint and the journal after it: the documents as they stood. Needs no rules, and meets today's schemas only when all is
 * replayed: patches fit the documents that they were made for.
 */
export function replay(kinds: ReadonlyMap<string, DocumentKind>, { documents, entries }: Loaded) {
  const held = new Map<DocumentId, Copy>()
  for (const { id, version, value } of documents) held.set(id, { version, value })
  for (const { seq, changes } of entries) {
    for (const { id, version, patches } of changes) {
      // What was forgotten begins anew: version 1 holds the whole.
      const before = version === 1 ? unwritten : (held.get(id) ?? unwritten)
      if (version !== before.version + 1)
        throw new Error(`Journal entry ${seq} makes ${id} version ${version}, but it stands at ${before.version}`)
      held.set(id, { version, value: patched(kinds.get(kindOf(id)), before.value, patches) })
    }
  }
  for (const [id, { version, value }] of held) held.set(id, { version, value: freeze(parsed(kinds, id, value), true) })
  return held
}

/** A copy written by an older release gets the fields that it lacks. A kind that no feature brings is kept as it is. */
function parsed(kinds: ReadonlyMap<string, DocumentKind>, id: DocumentId, value: object): object {
  const kind = kinds.get(kindOf(id))
  if (!kind) return value
  const { success, data, error } = kind.schema.safeParse(value)
  if (success) return data
  const wrong = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  throw new Error(`The stored ${kind.kind} "${keyOf(id)}" does not fit this release (${wrong})`)
}
