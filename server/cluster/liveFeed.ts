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

/** How far this node is with what is live. */
interface Standing {
  readonly epoch: number
  /** Of the changes that were shown last. */
  number: number
  /** What came and is not shown yet, in order. */
  held: LiveChanges[]
  /** All of it, as it was told, and not shown yet. */
  whole: LiveState | null
  /** Something is missing, and all was asked for. */
  isLacking: boolean
}
const beginning = (epoch: number): Standing => ({ epoch, number: 0, held: [], whole: null, isLacking: false })

/**
 * What live documents the authority has changed, in its order: nothing twice, nothing of an earlier epoch, and nothing before the
 * journal that it rests on, so that nobody sees what came after they were removed. Where something is missing it is all asked for.
 */
export function createLiveFeed(parts: LiveFeedParts) {
  const { documents, askForAll } = parts
  let at = beginning(0)

  const lack = () => {
    if (at.isLacking) return
    at.isLacking = true
    askForAll()
  }
  const show = () => showAll(parts, at, lack)

  return {
    number: () => at.number,
    /** An epoch has begun; all of the one before is gone. */
    begin(epoch: number) {
      at = beginning(epoch)
      parts.publish(documents.begin(epoch))
    },
    /** The journal has come further. */
    show,
    take(changes: LiveChanges) {
      if (changes.epoch !== at.epoch) return
      at.held.push(changes)
      if (changesIn(at.held) > mostHeld) at.held = []
      show()
    },
    takeAll(state: LiveState) {
      if (state.epoch !== at.epoch || !at.isLacking) return
      at.whole = state
      show()
    },
    /** So many changes there are by now: those of them that were sent before this was heard. */
    expect(sent: number) {
      if (sent > (at.held.at(-1)?.number ?? at.number) && sent > (at.whole?.number ?? 0)) lack()
    },
    /** Something may have been missed. */
    doubt: lack,
    /** What was asked for did not come. */
    askAgain() {
      if (at.isLacking && !at.whole) askForAll()
    },
    forget(ids: readonly DocumentId[]) {
      if (ids.every((id) => !documents.get(id))) return
      documents.drop(ids)
      lack()
    },
    isWhole: () => !at.isLacking,
  }
}

const changesIn = (held: readonly LiveChanges[]) => held.reduce((sum, { changes }) => sum + changes.length, 0)

function showAll(parts: LiveFeedParts, at: Standing, lack: () => void) {
  showWhole(parts, at)
  let isMore = true
  while (isMore) isMore = showNext(parts, at, lack)
}

function showWhole({ documents, publish, shownSeq }: LiveFeedParts, at: Standing) {
  const { whole } = at
  if (!whole || whole.afterSeq > shownSeq()) return
  at.whole = null
  // An answer to an earlier question.
  if (whole.number < at.number) return
  at.isLacking = false
  at.number = whole.number
  publish(documents.replaceBy(whole.documents))
}

/** Whether there may be more to show. */
function showNext({ documents, publish, shownSeq }: LiveFeedParts, at: Standing, lack: () => void): boolean {
  const [next] = at.held
  if (!next || at.isLacking) return false
  if (next.number > at.number + 1) lack()
  if (at.isLacking || next.afterSeq > shownSeq()) return false
  at.held.shift()
  if (next.number <= at.number) return true
  const published = documents.apply(next.changes)
  if (published.length < next.changes.length) lack()
  else at.number = next.number
  publish(published)
  return !at.isLacking
}
