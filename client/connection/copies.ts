import { atom, type createStore } from 'jotai'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Change } from '../../shared/protocol/down.ts'
import type { Watch } from '../../shared/protocol/watch.ts'
import { createReplica, type Reception } from './replica.ts'
import { copyAtom, type DocumentState, loading, refused } from './useDocument.ts'

export type Store = ReturnType<typeof createStore>
type Update = readonly [DocumentId, DocumentState<object>]

export interface Copies {
  /** Takes a flush of changes. Says what is in order now, and what must be asked for again as something was missed. */
  receive(changes: readonly Change[]): { settled: DocumentId[]; missed: DocumentId[] }
  refuse(ids: readonly DocumentId[]): void
  /** No longer wanted, or no longer to be shown: as if it had never been here. */
  forget(ids: readonly DocumentId[]): void
  /** A stream has begun to speak: its frames go past the store, only that they come is kept. */
  flows(id: DocumentId): void
  stateOf(id: DocumentId): DocumentState<object>
  /** How to ask for a document, given what is held of it. */
  question(id: DocumentId): Watch['documents'][number]
}

/** All of a flush in one write, so that what is derived from several documents is worked out once. */
const putAtom = atom(null, (_get, set, updates: readonly Update[]) => {
  for (const [id, state] of updates) set(copyAtom(id), state)
})

/** The copies that are held, kept in step with the store that screens read. */
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
      // A whole document that is older than ours answers what was asked all the same: it is of a node that is behind.
      const isAnswer = reception === 'stale' && change.type === 'snapshot'
      last.set(id, isAnswer ? 'ok' : reception)
      if (reception === 'ok') changed.set(id, here(id))
      // Held, and yet not what the hub says is held: what is here cannot be built upon.
      if (reception === 'gap' && change.type === 'current') replica.forget(id)
    }
    put([...changed].filter(([id, next]) => isNews(store.get(copyAtom(id)), next)))
    const those = (reception: Reception) => [...last.keys()].filter((id) => last.get(id) === reception)
    return { settled: those('ok'), missed: those('gap') }
  }

  return {
    receive,
    refuse: (ids) => drop(ids, refused),
    forget: (ids) => drop(ids, loading),
    flows(id) {
      if (store.get(copyAtom(id)).state !== 'here') put([[id, { state: 'here', value: {}, at: serverNow() }]])
    },
    stateOf: (id) => store.get(copyAtom(id)),
    question(id) {
      const held = replica.held(id)
      return held ? { id, held: { epoch: held.epoch, version: held.version } } : { id }
    },
  }
}

/** `current` and a repeated snapshot bring nothing: whoever looks should not be told that something changed. */
const isNews = (shown: DocumentState<object>, next: DocumentState<object>) =>
  shown.state !== next.state || shown.value !== next.value
