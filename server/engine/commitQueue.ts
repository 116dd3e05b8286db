import { EventEmitter } from 'node:events'
import type { Documents, VersionedChange } from './documents.ts'
import type { Entry } from './entry.ts'
import type { HubState } from './hub.ts'
import { NotWritten, type NotWrittenReason, type Storage } from './storage.ts'

/** In which words of the engine it is told that something was not kept. */
type Unkept = 'storageFull' | 'unavailable' | 'fateUnknown'

/** Something done in memory that waits for its turn to become durable and be shown. */
export interface Staged {
  /** Null when only live documents changed, or nothing did: there is nothing to write, but the order is kept. */
  readonly entry: Entry | null
  readonly changes: readonly VersionedChange[]
  /** Durable: may be shown and acknowledged. */
  readonly keep: () => void
  /** Will never be durable. */
  readonly fail: (why: Unkept) => void
}

interface CommitQueueParts {
  readonly storage: Storage
  readonly documents: Documents
  readonly now: () => number
  readonly startSeq: number
  readonly show: (kept: readonly Staged[]) => void
  readonly onState?: (state: HubState) => void
  readonly onWritten?: (entries: number, ms: number) => void
}

/** How the hub stands with its journal. */
function createStanding({ now, onState, startSeq }: Pick<CommitQueueParts, 'now' | 'onState' | 'startSeq'>) {
  let durableSeq = startSeq
  let state: HubState = { name: 'serving', why: null, since: now() }
  return {
    state: () => state,
    durableSeq: () => durableSeq,
    written(batch: readonly Staged[]) {
      durableSeq = batch.findLast(({ entry }) => entry)?.entry?.seq ?? durableSeq
    },
    enter(name: HubState['name'], why: string | null) {
      if (state.name === name) return
      state = { name, why, since: now() }
      onState?.(state)
    },
  }
}

/** Durable: shown, then acknowledged, in order. */
function keep(
  { documents, show }: CommitQueueParts,
  standing: ReturnType<typeof createStanding>,
  batch: readonly Staged[],
) {
  standing.written(batch)
  for (const { changes } of batch) documents.keep(changes)
  show(batch)
  for (const staged of batch) staged.keep()
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Group commit: while one batch is being written the next one gathers. What was staged is shown
 * and acknowledged in order, and only once it is durable. A batch that was certainly not written
 * takes back everything staged since; one whose fate nobody knows, or that another node has
 * forestalled, stops the hub for good.
 */
export function createCommitQueue(parts: CommitQueueParts) {
  const { documents } = parts
  const standing = createStanding(parts)
  const append = createAppend(parts, standing)
  const idle = new EventEmitter()
  let waiting: Staged[] = []
  let isWriting = false
  let seq = parts.startSeq

  const takeBack = (batch: readonly Staged[], failure: Failure) => {
    const later = waiting
    waiting = []
    for (const { entry, changes } of [...batch, ...later]) {
      documents.forget(changes)
      if (entry) seq -= 1
    }
    standing.enter(failure.state, failure.why)
    for (const staged of batch) staged.fail(failure.told)
    for (const staged of later) staged.fail(failure.toldLater)
  }
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const failure = await append(batch.flatMap(({ entry }) => entry ?? []))
      if (failure) takeBack(batch, failure)
      else keep(parts, standing, batch)
    }
    isWriting = false
    idle.emit('idle')
  }
  return {
    state: standing.state,
    /** The seq for an entry that is staged next. */
    nextSeq: () => seq + 1,
    lastSeq: () => seq,
    /** Up to this all is durable, and shown once the turn is over. */
    durableSeq: standing.durableSeq,
    stage(staged: Staged) {
      if (staged.entry) seq += 1
      waiting.push(staged)
      if (isWriting) return
      isWriting = true
      setImmediate(drain)
    },
    settled: () => (isWriting ? new Promise<void>((resolve) => idle.once('idle', resolve)) : Promise.resolve()),
  }
}
export type CommitQueue = ReturnType<typeof createCommitQueue>

interface Failure {
  readonly state: HubState['name']
  readonly why: string
  /** What those are told whose batch it was, and those who came after it. */
  readonly told: Unkept
  readonly toldLater: Unkept
}

/** Certain, where it is a NotWritten: nothing of it was written. */
const certain: Record<NotWrittenReason, Omit<Failure, 'why'>> = {
  full: { state: 'storageFull', told: 'storageFull', toldLater: 'storageFull' },
  refused: { state: 'storageRefused', told: 'unavailable', toldLater: 'unavailable' },
  fenced: { state: 'stopped', told: 'unavailable', toldLater: 'unavailable' },
}
const uncertain: Omit<Failure, 'why'> = { state: 'stopped', told: 'fateUnknown', toldLater: 'unavailable' }

/** Writes a batch: null when all of it is durable. */
function createAppend({ storage, onWritten }: CommitQueueParts, { enter }: ReturnType<typeof createStanding>) {
  return async (entries: readonly Entry[]): Promise<Failure | null> => {
    if (entries.length === 0) return null
    const startedAt = performance.now()
    try {
      await storage.append(entries)
    } catch (error) {
      return { ...(error instanceof NotWritten ? certain[error.reason] : uncertain), why: wordsOf(error) }
    }
    onWritten?.(entries.length, performance.now() - startedAt)
    enter('serving', null)
    return null
  }
}
