import { EventEmitter } from 'node:events'
import type { Documents, VersionedChange } from './documents.ts'
import type { Entry } from './entry.ts'
import type { HubState } from './hub.ts'
import { NotWritten, type Storage } from './storage.ts'

/** Something done in memory that waits for its turn to become durable and be shown. */
export interface Staged {
  /** Null when only live documents changed, or nothing did: there is nothing to write, but the order is kept. */
  readonly entry: Entry | null
  readonly changes: readonly VersionedChange[]
  /** Durable: may be shown and acknowledged. */
  readonly keep: () => void
  /** Will never be durable. */
  readonly fail: (why: 'storageFull' | 'unavailable' | 'fateUnknown') => void
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

/**
 * Group commit: while one batch is being written the next one gathers. What was staged is shown
 * and acknowledged in order, and only once it is durable. A batch that was certainly not written
 * takes back everything staged since; one whose fate nobody knows stops the hub for good.
 */
export function createCommitQueue(parts: CommitQueueParts) {
  const { storage, documents, now, show } = parts
  const idle = new EventEmitter()
  let waiting: Staged[] = []
  let writing = false
  let seq = parts.startSeq
  let state: HubState = { name: 'serving', why: null, since: now() }

  const enter = (name: HubState['name'], why: string | null) => {
    if (state.name === name) return
    state = { name, why, since: now() }
    parts.onState?.(state)
  }
  const keep = (batch: readonly Staged[]) => {
    for (const { changes } of batch) documents.keep(changes)
    show(batch)
    for (const staged of batch) staged.keep()
  }
  const takeBack = (batch: readonly Staged[], error: unknown) => {
    const later = waiting
    waiting = []
    const lost = [...batch, ...later]
    seq -= lost.filter(({ entry }) => entry).length
    for (const { changes } of lost) documents.forget(changes)
    const isFull = error instanceof NotWritten
    const wasTried = state.name !== 'stopped'
    enter(isFull ? 'storageFull' : 'stopped', error instanceof Error ? error.message : String(error))
    for (const staged of batch) staged.fail(isFull ? 'storageFull' : wasTried ? 'fateUnknown' : 'unavailable')
    for (const staged of later) staged.fail(isFull ? 'storageFull' : 'unavailable')
  }
  /** What went wrong, or null when all entries are durable. */
  const append = async (entries: readonly Entry[]): Promise<unknown> => {
    if (entries.length === 0) return null
    if (state.name === 'stopped') return new Error(state.why ?? 'stopped')
    const startedAt = performance.now()
    try {
      await storage.append(entries)
    } catch (error) {
      return error ?? new Error('the store failed without saying why')
    }
    parts.onWritten?.(entries.length, performance.now() - startedAt)
    enter('serving', null)
    return null
  }
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const failure = await append(batch.flatMap(({ entry }) => entry ?? []))
      if (failure === null) keep(batch)
      else takeBack(batch, failure)
    }
    writing = false
    idle.emit('idle')
  }
  return {
    state: () => state,
    /** The seq for an entry that is staged next. */
    nextSeq: () => seq + 1,
    lastSeq: () => seq,
    stage(staged: Staged) {
      if (staged.entry) seq += 1
      waiting.push(staged)
      if (writing) return
      writing = true
      setImmediate(drain)
    },
    settled: () => (writing ? new Promise<void>((resolve) => idle.once('idle', resolve)) : Promise.resolve()),
  }
}
export type CommitQueue = ReturnType<typeof createCommitQueue>
