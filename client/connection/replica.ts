import { atom, type createStore } from 'jotai'
import type { DocumentId } from '../../shared/engine/document.ts'
import { applyPatches } from '../../shared/protocol/applyPatches.ts'
import type { Change } from '../../shared/protocol/down.ts'
import type { Watch } from '../../shared/protocol/watch.ts'
import { copyAtom, type DocumentState, loading, refused } from './useDocument.ts'

/** The copy of a document that this client holds. */
export interface Held {
  readonly epoch: number
  readonly version: number
  readonly value: object
}

/** The result of a change. 'ok': applied. 'stale': already known. 'gap': an earlier change was missed. */
export type ReceiveResult = 'ok' | 'gap' | 'stale'

export interface Replica {
  receive(change: Change): ReceiveResult
  held(id: DocumentId): Held | undefined
  forget(id: DocumentId): void
}

type Snapshot = Extract<Change, { type: 'snapshot' }>
type Patched = Extract<Change, { type: 'patch' }>

/** Holds copies. No patch is applied twice or out of order, since versions have no gaps. */
export function createReplica(): Replica {
  const copies = new Map<DocumentId, Held>()

  const replace = ({ id, epoch, version, value }: Snapshot): ReceiveResult => {
    const held = copies.get(id)
    if (held && held.epoch === epoch && held.version >= version) return 'stale'
    copies.set(id, { epoch, version, value })
    return 'ok'
  }

  const patch = ({ id, version, patches }: Patched): ReceiveResult => {
    const held = copies.get(id)
    if (!held || version > held.version + 1) return 'gap'
    if (version <= held.version) return 'stale'
    const value = patched(held.value, patches)
    // A patch that cannot be applied means that the copy differs from the one the hub assumes.
    if (!value) {
      copies.delete(id)
      return 'gap'
    }
    copies.set(id, { epoch: held.epoch, version, value })
    return 'ok'
  }

  const receive = (change: Change): ReceiveResult => {
    const id = change.id as DocumentId
    if (change.type === 'snapshot') return replace(change)
    if (change.type === 'patch') return patch(change)
    if (change.type === 'current') {
      const held = copies.get(id)
      return held?.epoch === change.epoch && held.version >= change.version ? 'ok' : 'gap'
    }
    copies.delete(id)
    return 'ok'
  }

  return { receive, held: (id) => copies.get(id), forget: (id) => void copies.delete(id) }
}

const patched = (value: object, patches: Patched['patches']): object | null => {
  try {
    return applyPatches(value, patches)
  } catch {
    return null
  }
}

export type Store = ReturnType<typeof createStore>
type Update = readonly [DocumentId, DocumentState<object>]

export interface Copies {
  /** Takes a flush of changes. Returns the documents that are up to date now, and those with a gap, which must be requested again. */
  receive(changes: readonly Change[]): { settled: DocumentId[]; missed: DocumentId[] }
  refuse(ids: readonly DocumentId[]): void
  /** Removes copies that are no longer watched or no longer readable. */
  forget(ids: readonly DocumentId[]): void
  /** A frame of a stream has arrived. The store keeps only that the stream is here; frames bypass it. */
  markStreaming(id: DocumentId): void
  stateOf(id: DocumentId): DocumentState<object>
  /** The watch request for a document, with the version that is held of it. */
  requestFor(id: DocumentId): Watch['documents'][number]
}

/** One write per flush, so that an atom derived from several documents is computed once. */
const putAtom = atom(null, (_get, set, updates: readonly Update[]) => {
  for (const [id, state] of updates) set(copyAtom(id), state)
})

/** The copies that this client holds, mirrored into the store that screens read. */
export function createCopies(store: Store, serverNow: () => number, replica: Replica = createReplica()): Copies {
  const put = (updates: readonly Update[]) => updates.length > 0 && store.set(putAtom, updates)

  const here = (id: DocumentId): DocumentState<object> => {
    const held = replica.held(id)
    return held ? { state: 'here', value: held.value, at: serverNow() } : refused
  }
  const drop = (ids: readonly DocumentId[], state: DocumentState<never>) => {
    for (const id of ids) replica.forget(id)
    put(ids.map((id) => [id, state]))
  }

  const receive = (changes: readonly Change[]) => {
    const changed = new Map<DocumentId, DocumentState<object>>()
    const last = new Map<DocumentId, ReceiveResult>()
    for (const change of changes) {
      const id = change.id as DocumentId
      const result = replica.receive(change)
      // A snapshot older than the copy is still an answer to the request: it comes from a node that lags behind.
      const isAnswer = result === 'stale' && change.type === 'snapshot'
      last.set(id, isAnswer ? 'ok' : result)
      if (result === 'ok') changed.set(id, here(id))
      // The copy differs from the version that the hub confirms, so no patch may be applied to it.
      if (result === 'gap' && change.type === 'current') replica.forget(id)
    }
    put([...changed].filter(([id, next]) => isNews(store.get(copyAtom(id)), next)))
    const withResult = (wanted: ReceiveResult) => [...last.keys()].filter((id) => last.get(id) === wanted)
    return { settled: withResult('ok'), missed: withResult('gap') }
  }

  return {
    receive,
    refuse: (ids) => drop(ids, refused),
    forget: (ids) => drop(ids, loading),
    markStreaming(id) {
      if (store.get(copyAtom(id)).state !== 'here') put([[id, { state: 'here', value: {}, at: serverNow() }]])
    },
    stateOf: (id) => store.get(copyAtom(id)),
    requestFor(id) {
      const held = replica.held(id)
      return held ? { id, held: { epoch: held.epoch, version: held.version } } : { id }
    },
  }
}

/** False for `current` and for a repeated snapshot, which must not render screens again. */
const isNews = (shown: DocumentState<object>, next: DocumentState<object>) =>
  shown.state !== next.state || shown.value !== next.value
