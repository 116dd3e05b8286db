import { atom, type createStore } from 'jotai'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Change } from '../../shared/protocol/down.ts'
import type { Watch } from '../../shared/protocol/watch.ts'
import { createReplica, type Reception } from './replica.ts'
import { copyAtom, type DocumentState, loading, refused } from './useDocument.ts'

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
export function createCopies(store: Store, serverNow: () => number): Copies {
  const replica = createReplica()
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
    const last = new Map<DocumentId, Reception>()
    for (const change of changes) {
      const id = change.id as DocumentId
      const reception = replica.receive(change)
      // A snapshot older than the copy is still an answer to the request: it comes from a node that lags behind.
      const isAnswer = reception === 'stale' && change.type === 'snapshot'
      last.set(id, isAnswer ? 'ok' : reception)
      if (reception === 'ok') changed.set(id, here(id))
      // The copy differs from what the hub says is held, so no patch may be applied to it.
      if (reception === 'gap' && change.type === 'current') replica.forget(id)
    }
    put([...changed].filter(([id, next]) => isNews(store.get(copyAtom(id)), next)))
    const withReception = (wanted: Reception) => [...last.keys()].filter((id) => last.get(id) === wanted)
    return { settled: withReception('ok'), missed: withReception('gap') }
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
