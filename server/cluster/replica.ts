import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import type { Clock } from '../engine/clock.ts'
import { createPublisher } from '../engine/publisher.ts'
import type { Registry } from '../engine/registry.ts'
import type { SharedStorage } from '../engine/storage.ts'
import { createJournaledCopies, createJournalFollower } from './journalFollower.ts'
import { createLiveCopies, createLiveReplica } from './liveReplica.ts'
import type { EraseNow, Heartbeat, LiveChanges, Watermark } from './messages.ts'
import { createWatermarks } from './watermarks.ts'

const changesKeptByDefault = 8_192

interface ReplicaDeps {
  readonly storage: Pick<SharedStorage, 'loadView' | 'tail' | 'follow'>
  readonly registry: Pick<Registry, 'kinds'>
  readonly clock: Clock
  /** How many changes are kept for clients that missed some. */
  readonly changesKept?: number
  /** Asks the leader for all live documents. */
  readonly requestLiveState: () => void
  readonly onFault: (what: string, error: unknown) => void
}

/** The documents that one node shows: the same on all nodes, in the same order. */
export function createReplica(deps: ReplicaDeps) {
  const { storage, registry, clock, changesKept = changesKeptByDefault, requestLiveState, onFault } = deps
  const { kinds } = registry
  const publisher = createPublisher(changesKept, onFault)
  const journaledCopies = createJournaledCopies(kinds)
  const liveCopies = createLiveCopies(kinds)
  const epochs = createEpochs()
  /** Documents that the store has lost: clients accept an older version only in a later epoch. */
  const lost = new Set<DocumentId>()

  const journal = createJournalFollower({
    storage,
    clock,
    onFault,
    copies: journaledCopies,
    onEpoch: enterEpoch,
    onLost(ids) {
      for (const id of ids) lost.add(id)
    },
    publish(changes) {
      publisher.publish(changes)
      live.show()
      watermarks.advance()
    },
  })
  const live = createLiveReplica({
    copies: liveCopies,
    shownSeq: journal.seq,
    requestState: requestLiveState,
    publish(changes) {
      publisher.publish(changes)
      watermarks.advance()
    },
  })
  const isShown = (watermark: Watermark) =>
    journal.seq() >= watermark.seq &&
    (watermark.live === 0 || epochs.hasPassed(watermark.epoch, live.number() >= watermark.live))
  const watermarks = createWatermarks({ isShown, clock, onFault })

  function enterEpoch(epoch: number, shownSeq = journal.seq()) {
    if (!epochs.enter(epoch, shownSeq)) return
    live.begin(epoch)
    publisher.publish(journaledCopies.wholes(lost))
    lost.clear()
    watermarks.advance()
  }
  const isLive = (id: DocumentId) => kinds.get(kindOf(id))?.memory === 'live'

  return {
    publisher,
    watermarks,
    live,
    journal,
    start: journal.start,
    epoch: epochs.current,
    at: (): Watermark => ({ seq: journal.seq(), epoch: epochs.current(), live: live.number() }),
    documents: {
      durable: (id: DocumentId) => (isLive(id) ? liveCopies.get(id) : journaledCopies.get(id)) ?? liveCopies.blank(id),
      count: () => journaledCopies.count() + liveCopies.count(),
      journaledIds: journaledCopies.ids,
    },
    /** The leader's heartbeat may show that this node misses something. */
    noteHeartbeat({ at, leader }: Pick<Heartbeat, 'at' | 'leader'>) {
      if (!leader) return
      enterEpoch(at.epoch)
      if (at.epoch !== epochs.current()) return
      live.expect(at.live)
      if (epochs.hasDiverged(leader)) void journal.reload()
    },
    takeLive(changes: LiveChanges) {
      enterEpoch(changes.epoch)
      live.take(changes)
    },
    /** Reloads everything: messages of any kind may have been missed. */
    resync() {
      void journal.reload()
      live.resync()
    },
    /** Resolves when nothing of it is in memory any more. */
    async erase({ epoch, number, seq, documents }: EraseNow) {
      enterEpoch(epoch)
      const isNext = epochs.noteErasure(epoch, number)
      const drop = () => {
        journaledCopies.drop(documents, seq)
        publisher.dropKept()
      }
      drop()
      live.drop(documents.filter(isLive))
      // Entries that are on their way may have been made before.
      await (isNext ? watermarks.shown({ seq, epoch, live: 0 }) : journal.reload())
      drop()
    },
    isComplete: () => !journal.isReloading() && live.isComplete(),
  }
}
export type Replica = ReturnType<typeof createReplica>

/** The current epoch, and what this node has received of it. */
function createEpochs() {
  let current = 0
  /** The last seq that was shown before this epoch was known. */
  let shownBefore = 0
  let erasures = 0
  return {
    current: () => current,
    /** Whether a watermark of an epoch is passed: a later epoch has left it behind. */
    hasPassed: (epoch: number, isReached: boolean) => current > epoch || (current === epoch && isReached),
    /** @returns whether it is a new epoch */
    enter(epoch: number, seq: number) {
      if (epoch <= current) return false
      current = epoch
      shownBefore = seq
      erasures = 0
      return true
    },
    /** @returns whether it is the erasure that follows the last one of this epoch */
    noteErasure(epoch: number, number: number) {
      if (epoch !== current) return false
      const isNext = number === erasures + 1
      erasures = Math.max(erasures, number)
      return isNext
    },
    /**
     * Whether this node shows entries that the leader does not have, as when the store lost its last entries, or missed an erasure.
     * True once for each.
     */
    hasDiverged({ startSeq, erasures: sent }: NonNullable<Heartbeat['leader']>) {
      const isAhead = shownBefore > startSeq
      const hasMissed = sent > erasures
      if (isAhead) shownBefore = 0
      erasures = Math.max(erasures, sent)
      return isAhead || hasMissed
    },
  }
}
