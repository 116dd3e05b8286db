import { freeze } from 'immer'
import { type DocumentId, type DocumentKind, kindOf } from '../../shared/engine/document.ts'
import { blankCopies, patched } from '../engine/documents.ts'
import type { Copy, Published } from '../engine/hub.ts'
import { wholeOf } from './journalFollower.ts'
import type { LiveChanges, LiveState } from './messages.ts'

/** While no journal entries arrive, holding more changes than this costs more than requesting the complete state afterwards. */
const mostHeld = 1_000

interface LiveReplicaDeps {
  readonly copies: ReturnType<typeof createLiveCopies>
  /** The seq that this node shows. */
  readonly shownSeq: () => number
  readonly publish: (changes: readonly Published[]) => void
  /** Asks the leader for all live documents. The request may be lost. */
  readonly requestState: () => void
}

interface Progress {
  readonly epoch: number
  /** Number of the changes that were shown last. */
  number: number
  /** Received changes that are not shown yet, in order. */
  held: LiveChanges[]
  /** The complete state, received and not shown yet. */
  state: LiveState | null
  /** Something is missing, and the complete state was requested. */
  isIncomplete: boolean
}
const startOf = (epoch: number): Progress => ({ epoch, number: 0, held: [], state: null, isIncomplete: false })

/**
 * The live documents as the leader changes them, in its order: nothing twice, nothing of an earlier epoch, and nothing before the
 * journal that it rests on, so that a user who was removed is not shown later changes. When something is missing the complete state
 * is requested.
 */
export function createLiveReplica({ copies, shownSeq, publish, requestState }: LiveReplicaDeps) {
  let progress = startOf(0)

  const resync = () => {
    if (progress.isIncomplete) return
    progress.isIncomplete = true
    requestState()
  }
  const showState = () => {
    const { state } = progress
    if (!state || state.afterSeq > shownSeq()) return
    progress.state = null
    // The answer to an earlier request.
    if (state.number < progress.number) return
    progress.isIncomplete = false
    progress.number = state.number
    publish(copies.replaceBy(state.documents))
  }
  /** @returns whether there may be more to show */
  const showNext = (): boolean => {
    const [next] = progress.held
    if (!next || progress.isIncomplete) return false
    if (next.number > progress.number + 1) resync()
    if (progress.isIncomplete || next.afterSeq > shownSeq()) return false
    progress.held.shift()
    if (next.number <= progress.number) return true
    const published = copies.apply(next.changes)
    if (published.length < next.changes.length) resync()
    else progress.number = next.number
    publish(published)
    return !progress.isIncomplete
  }
  const show = () => {
    showState()
    let isMore = true
    while (isMore) isMore = showNext()
  }
  return {
    number: () => progress.number,
    /** A new epoch: the live documents of the one before are gone. */
    begin(epoch: number) {
      progress = startOf(epoch)
      publish(copies.begin(epoch))
    },
    /** Must be called when this node shows more of the journal. */
    show,
    take(changes: LiveChanges) {
      if (changes.epoch !== progress.epoch) return
      progress.held.push(changes)
      if (changeCount(progress.held) > mostHeld) progress.held = []
      show()
    },
    takeState(state: LiveState) {
      if (state.epoch !== progress.epoch || !progress.isIncomplete) return
      progress.state = state
      show()
    },
    /** The leader has sent changes up to this number. */
    expect(sent: number) {
      const { held, number, state } = progress
      if (sent > (held.at(-1)?.number ?? number) && sent > (state?.number ?? 0)) resync()
    },
    /** Requests the complete state: something may have been missed. */
    resync,
    /** Repeats a request that was not answered. */
    retry() {
      if (progress.isIncomplete && !progress.state) requestState()
    },
    drop(ids: readonly DocumentId[]) {
      if (ids.every((id) => !copies.get(id))) return
      copies.drop(ids)
      resync()
    },
    isComplete: () => !progress.isIncomplete,
  }
}

const changeCount = (held: readonly LiveChanges[]) => held.reduce((sum, { changes }) => sum + changes.length, 0)

/** Versions of live documents in an epoch begin here: no document changes so often in one epoch. */
export const liveVersionsFrom = (epoch: number) => epoch * 1_000_000_000

/** The live documents of a node, all of one epoch. */
export function createLiveCopies(kinds: ReadonlyMap<string, DocumentKind>) {
  const held = new Map<DocumentId, Copy>()
  let from = 0
  let blanks = blankCopies(kinds, from)

  const changed = ({ id, version, patches }: Published): Copy | null => {
    const before = held.get(id) ?? blanks.get(kindOf(id))
    if (before && version !== before.version + 1) return null
    // The first change holds the whole document.
    const value = patched(kinds.get(kindOf(id)), version === from + 1 ? {} : (before?.value ?? {}), patches)
    return { version, value: freeze(value, true) }
  }
  return {
    get: (id: DocumentId) => held.get(id),
    blank: (id: DocumentId) => blanks.get(kindOf(id)),
    count: () => held.size,
    /** Drops all copies of earlier epochs. @returns their kinds' defaults, to be published */
    begin(epoch: number): readonly Published[] {
      from = liveVersionsFrom(epoch)
      blanks = blankCopies(kinds, from)
      const gone = [...held.keys()]
      held.clear()
      return gone.flatMap((id) => {
        const blank = blanks.get(kindOf(id))
        return blank ? [wholeOf(id, blank)] : []
      })
    },
    /** Applies the changes up to the first whose version does not fit. @returns those that were applied */
    apply(changes: LiveChanges['changes']): readonly Published[] {
      const misfit = changes.findIndex((change) => {
        const copy = changed(change)
        if (copy) held.set(change.id, copy)
        return copy === null
      })
      return misfit < 0 ? changes : changes.slice(0, misfit)
    },
    replaceBy(documents: LiveState['documents']): readonly Published[] {
      const before = new Map(held)
      held.clear()
      for (const { id, version, value } of documents) held.set(id, { version, value: freeze(value, true) })
      return [...held].flatMap(([id, copy]) => (before.get(id)?.version === copy.version ? [] : [wholeOf(id, copy)]))
    },
    drop(ids: readonly DocumentId[]) {
      for (const id of ids) held.delete(id)
    },
  }
}
