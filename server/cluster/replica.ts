import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import type { Clock } from '../engine/clock.ts'
import type { Published } from '../engine/hub.ts'
import { createPublisher } from '../engine/publisher.ts'
import type { Registry } from '../engine/registry.ts'
import type { SharedStorage } from '../engine/storage.ts'
import { createJournaledDocuments } from './journaledDocuments.ts'
import { createJournalTail } from './journalTail.ts'
import { createLiveDocuments } from './liveDocuments.ts'
import { createLiveFeed } from './liveFeed.ts'
import { createPoints } from './points.ts'
import type { Beat, ForgetNow, LiveChanges, Point } from './wire.ts'

interface ReplicaParts {
  readonly storage: Pick<SharedStorage, 'view' | 'follow'>
  readonly registry: Pick<Registry, 'kinds'>
  readonly clock: Clock
  /** How many changes are kept for clients that missed some. */
  readonly changesKept?: number
  readonly askForLive: () => void
  readonly onFault: (what: string, error: unknown) => void
}

/** What one node shows: the documents that everybody has, in the order in which everybody has them. */
export function createReplica(parts: ReplicaParts) {
  const shelf = createShelf(parts)
  const { publisher, points, feed, tail, epochs, enter, isLive, journaled, live } = shelf
  return {
    ...{ publisher, points, feed, tail, enter },
    start: tail.start,
    epoch: epochs.current,
    at: (): Point => ({ seq: tail.seq(), epoch: epochs.current(), live: feed.number() }),
    documents: {
      durable: (id: DocumentId) => (isLive(id) ? live.get(id) : journaled.get(id)) ?? live.blank(id),
      count: () => journaled.count() + live.count(),
    },
    /** How the authority stands, as it says itself. */
    heard({ at, office }: Pick<Beat, 'at' | 'office'>) {
      if (!office) return
      enter(at.epoch)
      if (at.epoch !== epochs.current()) return
      feed.expect(at.live)
      if (epochs.isAstray(office)) void tail.anew()
    },
    /** Live documents were changed. */
    takeLive(changes: LiveChanges) {
      enter(changes.epoch)
      feed.take(changes)
    },
    /** Messages may have been missed, of whatever kind. */
    doubt() {
      void tail.anew()
      feed.doubt()
    },
    /** Resolves when nothing of it is in memory any more. */
    forget: (message: ForgetNow) => forget(shelf, message),
    isWhole: () => tail.isWhole() && feed.isWhole(),
  }
}
export type Replica = ReturnType<typeof createReplica>

/** The documents, what brings them, and who is told of it. */
function createShelf(parts: ReplicaParts) {
  const { kinds } = parts.registry
  const publisher = createPublisher(parts.changesKept ?? 8_192, parts.onFault)
  const [journaled, live] = [createJournaledDocuments(kinds), createLiveDocuments(kinds)]
  const epochs = createEpochs()
  /** What the store has lost: whoever holds it takes an older version only in a later epoch. */
  const lost = new Set<DocumentId>()
  const publish = (changes: readonly Published[]) => {
    publisher.publish(changes)
    points.advance()
  }
  const tail = createJournalTail({
    ...parts,
    documents: journaled,
    onEpoch: (epoch, shownSeq) => enter(epoch, shownSeq),
    onLost(ids) {
      for (const id of ids) lost.add(id)
    },
    publish(changes) {
      publisher.publish(changes)
      feed.show()
      points.advance()
    },
  })
  const feed = createLiveFeed({ publish, documents: live, shownSeq: tail.seq, askForAll: parts.askForLive })
  const isShown = ({ seq, epoch, live }: Point) =>
    tail.seq() >= seq && (live === 0 || epochs.is(epoch, feed.number() >= live))
  const points = createPoints(isShown, parts.onFault)
  const enter = (epoch: number, shownSeq = tail.seq()) => {
    if (!epochs.enter(epoch, shownSeq)) return
    feed.begin(epoch)
    publisher.publish(journaled.wholes(lost))
    lost.clear()
    points.advance()
  }
  const isLive = (id: DocumentId) => kinds.get(kindOf(id))?.memory === 'live'
  return { publisher, journaled, live, epochs, tail, feed, points, enter, isLive }
}
type Shelf = ReturnType<typeof createShelf>

async function forget(shelf: Shelf, { epoch, number, seq, documents }: ForgetNow) {
  const { journaled, publisher, points, tail, feed, epochs, enter, isLive } = shelf
  enter(epoch)
  const isNext = epochs.noteForgotten(epoch, number)
  const drop = () => {
    journaled.drop(documents, seq)
    publisher.forget()
  }
  drop()
  feed.forget(documents.filter(isLive))
  // What is on its way here may be of before.
  await (isNext ? points.shown({ seq, epoch, live: 0 }) : tail.anew())
  drop()
}

/** Which epoch it is, and what this node has had of it. */
function createEpochs() {
  let current = 0
  /** The last seq that was shown before this epoch was known. */
  let shownBefore = 0
  let forgets = 0
  return {
    current: () => current,
    /** Whether a point of an epoch is passed: a later epoch has left it behind. */
    is: (epoch: number, isReached: boolean) => current > epoch || (current === epoch && isReached),
    /** Whether it is a new one. */
    enter(epoch: number, seq: number) {
      if (epoch <= current) return false
      ;[current, shownBefore, forgets] = [epoch, seq, 0]
      return true
    },
    /** The how manieth it is, of its epoch. Whether it is the one that follows. */
    noteForgotten(epoch: number, number: number) {
      if (epoch !== current) return false
      const isNext = number === forgets + 1
      forgets = Math.max(forgets, number)
      return isNext
    },
    /**
     * Whether this node shows what the authority does not know of, as a store that has lost its last entries did tell it once; or
     * was not there when somebody was forgotten. Once each.
     */
    isAstray({ startSeq, forgets: told }: NonNullable<Beat['office']>) {
      const isAhead = shownBefore > startSeq
      const hasMissed = told > forgets
      ;[shownBefore, forgets] = [isAhead ? 0 : shownBefore, Math.max(forgets, told)]
      return isAhead || hasMissed
    },
  }
}
