import type { DocumentId } from '../../shared/engine/document.ts'
import type { Published } from '../engine/hub.ts'
import type { createLiveDocuments } from './liveDocuments.ts'
import type { LiveChanges, LiveState } from './wire.ts'

/** More changes than these, held back while the journal does not come, are worth less than asking for all once it does. */
const mostHeld = 1_000

interface LiveFeedParts {
  readonly documents: ReturnType<typeof createLiveDocuments>
  /** The seq that this node shows. */
  readonly shownSeq: () => number
  readonly publish: (changes: readonly Published[]) => void
  /** Asks whoever is the authority for all live documents. May be lost. */
  readonly askForAll: () => void
}

/**
 * What live documents the authority has changed, in its order: nothing twice, nothing of an earlier epoch, and nothing before the
 * journal that it rests on, so that nobody sees what came after they were removed. Where something is missing it is all asked for.
 */
export function createLiveFeed({ documents, shownSeq, publish, askForAll }: LiveFeedParts) {
  let epoch = 0
  let number = 0
  let held: LiveChanges[] = []
  let whole: LiveState | null = null
  let isLacking = false

  const lack = () => {
    if (isLacking) return
    isLacking = true
    askForAll()
  }
  const showWhole = (state: LiveState) => {
    whole = null
    // An answer to an earlier question.
    if (state.number < number) return
    isLacking = false
    number = state.number
    publish(documents.replaceBy(state.documents))
  }
  /** Whether there may be more to show. */
  const showNext = (): boolean => {
    const [next] = held
    if (!next || isLacking) return false
    if (next.number > number + 1) lack()
    if (isLacking || next.afterSeq > shownSeq()) return false
    held.shift()
    if (next.number <= number) return true
    const published = documents.apply(next.changes)
    if (published.length < next.changes.length) lack()
    else number = next.number
    publish(published)
    return !isLacking
  }
  const show = () => {
    if (whole && whole.afterSeq <= shownSeq()) showWhole(whole)
    let isMore = true
    while (isMore) isMore = showNext()
  }
  const begin = (higher: number) => {
    epoch = higher
    number = 0
    held = []
    whole = null
    isLacking = false
    publish(documents.begin(higher))
  }
  return {
    number: () => number,
    /** An epoch has begun; all of the one before is gone. */
    begin,
    /** The journal has come further. */
    show,
    take(changes: LiveChanges) {
      if (changes.epoch !== epoch) return
      held.push(changes)
      if (held.reduce((sum, { changes }) => sum + changes.length, 0) > mostHeld) held = []
      show()
    },
    takeAll(state: LiveState) {
      if (state.epoch !== epoch || !isLacking) return
      whole = state
      show()
    },
    /** So many changes there are by now: those of them that were sent before this was heard. */
    expect(sent: number) {
      if (sent > (held.at(-1)?.number ?? number) && sent > (whole?.number ?? 0)) lack()
    },
    /** Something may have been missed. */
    doubt: lack,
    /** What was asked for did not come. */
    askAgain() {
      if (isLacking && !whole) askForAll()
    },
    forget(ids: readonly DocumentId[]) {
      if (ids.every((id) => !documents.get(id))) return
      documents.drop(ids)
      lack()
    },
    isWhole: () => !isLacking,
  }
}
export type LiveFeed = ReturnType<typeof createLiveFeed>
