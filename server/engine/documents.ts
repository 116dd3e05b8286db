import { freeze } from 'immer'
import { type DocumentId, type DocumentKind, keyOf, kindOf } from '../../shared/engine/document.ts'
import { applyPatches } from '../../shared/protocol/applyPatches.ts'
import type { Patch } from '../../shared/protocol/down.ts'
import { isWholeFast, safeParseFast } from './compiledSchema.ts'
import type { Entry, EntryChange } from './entry.ts'
import type { Copy } from './hub.ts'
import type { Snapshot, Storage, Stored } from './storage.ts'
import type { DocumentChange, ValueOf } from './transaction.ts'

/** A change with the version that it makes. */
export interface VersionedChange extends DocumentChange {
  readonly version: number
  /** The document as it then is: the working copy, and the durable one later. */
  readonly copy: Copy
}

/**
 * Two copies of every document: the working copy, which rules see, and the durable copy, which all others see. They differ only while
 * the journal is being written.
 */
export interface Documents {
  readonly working: ValueOf
  durable(id: DocumentId): Copy | undefined
  /** The versions that these changes make. */
  version(changes: readonly DocumentChange[]): readonly VersionedChange[]
  /** Takes them into the working copies. */
  stage(changes: readonly VersionedChange[]): void
  /** Staged changes have become durable. */
  commit(changes: readonly VersionedChange[]): void
  /** Staged changes will never be durable: back to the durable copies. */
  revert(changes: readonly VersionedChange[]): void
  /** Calls the listener in a microtask after the working copy was replaced, once for all changes until then. Returns the way to stop. */
  follow(id: DocumentId, listener: () => void): () => void
  /** As if they had never been written. False, and nothing is dropped, while a change of one is not durable yet. */
  drop(ids: readonly DocumentId[]): boolean
  ids(): Iterable<DocumentId>
  /** Of the working copies of one kind. */
  keys(kind: string): Iterable<string>
  /** Of one kind: goes through all of them. */
  count(kind?: string): number
}

/**
 * @param durable the copies that a replay made
 * @param liveVersionsFrom the version of a live document that was never written
 */
export function createDocuments(
  kinds: ReadonlyMap<string, DocumentKind>,
  durable: Map<DocumentId, Copy>,
  liveVersionsFrom = 0,
): Documents {
  const blanks = blankCopies(kinds, liveVersionsFrom)
  const working = createWorkingCopies(durable)
  const versionOf = (kind: DocumentKind, key: string) =>
    working.get(kind.kind, key)?.version ?? blanks.get(kind.kind)?.version ?? 0
  return {
    working(kind, key) {
      const value = working.get(kind.kind, key)?.value ?? blanks.get(kind.kind)?.value
      if (!value) throw new Error(`No feature declares the document kind "${kind.kind}"`)
      return value
    },
    durable: (id) => durable.get(id) ?? blanks.get(kindOf(id)),
    version: (changes) =>
      changes.map(({ id, kind, key, next, patches }) => {
        const version = versionOf(kind, key) + 1
        return { id, kind, key, next, patches, version, copy: { version, value: next } }
      }),
    stage(changes) {
      for (const { kind, key, copy } of changes) working.set(kind.kind, key, copy)
    },
    commit(changes) {
      for (const { id, copy } of changes) durable.set(id, copy)
    },
    revert(changes) {
      for (const { id, kind, key } of changes) working.set(kind.kind, key, durable.get(id))
    },
    follow: working.follow,
    drop(ids) {
      if (ids.some((id) => working.get(kindOf(id), keyOf(id))?.version !== durable.get(id)?.version)) return false
      for (const id of ids) {
        working.set(kindOf(id), keyOf(id), undefined)
        durable.delete(id)
      }
      return true
    },
    ids: () => durable.keys(),
    keys: working.keys,
    count: (kind) =>
      kind === undefined ? durable.size : [...durable.keys()].filter((id) => kindOf(id) === kind).length,
  }
}

/** By kind and key: rules read often, and an id would have to be made for each look. */
function createWorkingCopies(durable: ReadonlyMap<DocumentId, Copy>) {
  const kinds = new Map<string, Map<string, Copy>>()
  const followers = createFollowers()
  const set = (kind: string, key: string, copy: Copy | undefined) => {
    const copies = kinds.get(kind) ?? new Map<string, Copy>()
    kinds.set(kind, copies)
    if (copy) copies.set(key, copy)
    else copies.delete(key)
    followers.note(kind, key)
  }
  for (const [id, copy] of durable) set(kindOf(id), keyOf(id), copy)
  return {
    get: (kind: string, key: string) => kinds.get(kind)?.get(key),
    keys: (kind: string) => kinds.get(kind)?.keys() ?? [],
    set,
    follow: followers.follow,
  }
}

/** Few documents are followed, and each change of any document asks for its followers: looked up by kind first, without making an id. */
function createFollowers() {
  const kinds = new Map<string, Map<string, Set<() => void>>>()
  return {
    note(kind: string, key: string) {
      for (const noted of kinds.get(kind)?.get(key) ?? []) noted()
    },
    follow(id: DocumentId, listener: () => void) {
      const [kind, key] = [kindOf(id), keyOf(id)]
      let isDue = false
      let isOver = false
      const call = () => {
        isDue = false
        if (!isOver) listener()
      }
      const noted = () => {
        if (!isDue) queueMicrotask(call)
        isDue = true
      }
      const keys = kinds.get(kind) ?? new Map<string, Set<() => void>>()
      kinds.set(kind, keys.set(key, (keys.get(key) ?? new Set()).add(noted)))
      return () => {
        isOver = true
        keys.get(key)?.delete(noted)
      }
    },
  }
}

/** A kind is a constant, and its blank document is frozen: made once in a process, however many hubs it starts. */
const blankValues = new WeakMap<DocumentKind, object>()

function blankOf(kind: DocumentKind): object {
  const value = blankValues.get(kind) ?? freeze(kind.schema.parse({}), true)
  blankValues.set(kind, value)
  return value
}

/** By kind: the copy of a document that was never written. */
export const blankCopies = (
  kinds: ReadonlyMap<string, DocumentKind>,
  liveVersionsFrom: number,
): ReadonlyMap<string, Copy> =>
  new Map(
    [...kinds].map(([name, kind]) => [
      name,
      { version: kind.memory === 'live' ? liveVersionsFrom : 0, value: blankOf(kind) },
    ]),
  )

const unwritten: Copy = { version: 0, value: {} }

/** How many entries of the journal are in memory at once while it is replayed. */
const replayedAtOnce = 200

/** The documents of a checkpoint with the journal after it, which is read some entries at a time and shown to `take`. */
export async function replayFrom(
  storage: Pick<Storage, 'tail'>,
  kinds: ReadonlyMap<string, DocumentKind>,
  { documents, checkpointSeq, lastSeq }: Snapshot,
  take: (entries: readonly Entry[]) => void,
): Promise<Map<DocumentId, Copy>> {
  const replay = createReplay(kinds, documents)
  for (let seq = checkpointSeq; seq < lastSeq; ) {
    const entries = await storage.tail(seq, Math.min(replayedAtOnce, lastSeq - seq))
    if (entries.length === 0) throw new Error(`The journal ends with entry ${seq}, and entry ${lastSeq} was in it.`)
    take(entries)
    replay.apply(entries)
    seq = entries.at(-1)?.seq ?? lastSeq
  }
  return replay.finish()
}

/** Runs no rules, and checks today's schemas only when all is replayed: patches fit the documents that they were made for. */
export function createReplay(kinds: ReadonlyMap<string, DocumentKind>, documents: readonly Stored[]) {
  const held = new Map<DocumentId, Copy>()
  for (const { id, version, value } of documents) held.set(id, { version, value })

  const change = (seq: number, { id, version, patches }: EntryChange) => {
    // An erased document is written again from version 1, which holds all of it.
    const before = version === 1 ? unwritten : (held.get(id) ?? unwritten)
    if (version !== before.version + 1)
      throw new Error(`Journal entry ${seq} makes ${id} version ${version}, but it is at ${before.version}`)
    held.set(id, { version, value: patched(kinds.get(kindOf(id)), before.value, patches) })
  }
  return {
    apply(entries: readonly Entry[]) {
      for (const { seq, changes } of entries) for (const one of changes) change(seq, one)
    },
    finish() {
      for (const [id, { version, value }] of held)
        held.set(id, { version, value: freeze(parsed(kinds, id, value), true) })
      return held
    },
  }
}

/** Adds the fields that a copy of an older release lacks. A document of a kind that no feature declares is kept as it is. */
function parsed(kinds: ReadonlyMap<string, DocumentKind>, id: DocumentId, value: object): object {
  const kind = kinds.get(kindOf(id))
  if (!kind) return value
  // Most documents are as this release writes them: a copy of each would be much of the start of a large hub.
  if (isWholeFast(kind.schema, value)) return value
  const { success, data, error } = safeParseFast(kind.schema, value)
  if (success) return data
  const wrong = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  throw new Error(`The stored ${kind.kind} "${keyOf(id)}" does not fit this release (${wrong})`)
}

/**
 * Applies a change that another release may have made, to a copy that had all fields of that release. Fields that this copy lacks are
 * added: from the defaults of its kind, or as records where this release does not know the field.
 */
export function patched(kind: DocumentKind | undefined, value: object, patches: readonly Patch[]): object {
  try {
    return applyPatches(value, patches)
  } catch {
    const { data = value } = kind?.schema.safeParse(value) ?? {}
    return patches.reduce<object>(withStep, data)
  }
}

function withStep(value: object, patch: Patch): object {
  try {
    return applyPatches(value, [patch])
  } catch {
    // A field that is missing needs no removal.
    return patch.op === 'remove' ? value : applyPatches(withRecordsOn(value, patch.path), [patch])
  }
}

/** Copied along the path only, with an empty record wherever it leads to nothing. */
function withRecordsOn(value: unknown, [step, ...rest]: Patch['path']): object {
  const inner = isObject(value) ? value : {}
  if (step === undefined || rest.length === 0) return inner
  const next = withRecordsOn(inner[step], rest)
  if (!Array.isArray(inner)) return { ...inner, [step]: next }
  return inner.map((element, index) => (index === Number(step) ? next : element))
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null
