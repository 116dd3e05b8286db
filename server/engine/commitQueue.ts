import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Documents, VersionedChange } from './documents.ts'
import type { Entry } from './entry.ts'
import type { HubState } from './hub.ts'
import { NotWritten, type NotWrittenReason, type Storage } from './storage.ts'

/** The refusal with which a command is answered whose changes were not kept. */
type CommitRefusal = 'storageFull' | 'unavailable' | 'fateUnknown'

/**
 * The result of a command in memory, until it is durable and may be shown. Without its entry, which is not needed once it is with the store:
 * the collector would copy it.
 */
export interface Staged {
  /** Of its entry. Null when only live documents changed, or nothing did: nothing is written, but the order is kept. */
  readonly seq: number | null
  /** Of the entry's JSON. */
  readonly characters: number
  readonly changes: readonly VersionedChange[]
  /** It may be shown and acknowledged now. */
  readonly onDurable: () => void
  /** It will never be durable. */
  readonly onFailure: (why: CommitRefusal) => void
}

interface CommitQueueDeps {
  readonly storage: Storage
  readonly documents: Documents
  readonly now: () => number
  readonly startSeq: number
  readonly show: (batch: readonly Staged[]) => void
  readonly onState?: (state: HubState) => void
  readonly onWritten?: (entries: number, ms: number) => void
}

/** With so many entries a batch is sent at once, if the store takes several at a time: it writes them while the next commands run. */
export const entriesOfGroup = 32

/**
 * Group commit: while batches are being written the next one gathers, until the end of the turn in which a write ended: commands that
 * have already arrived share the next write instead of waiting for it. Staged results are shown and acknowledged in order, and only
 * once they are durable. A batch that was certainly not written reverts everything staged since; a batch whose outcome is unknown, or
 * that another node has fenced off, stops the hub.
 */
export function createCommitQueue({ storage, documents, now, startSeq, show, ...hooks }: CommitQueueDeps) {
  const idle = new EventEmitter()
  const { appendsAtOnce = 1 } = storage
  let state: HubState = { name: 'serving', why: null, since: now() }
  let durableSeq = startSeq
  let waiting: Staged[] = []
  /** Their entries. */
  let entries: Entry[] = []
  /** What is being written, in order. */
  let sent: { readonly batch: readonly Staged[]; readonly written: Promise<Failure | null> }[] = []
  let isWriting = false
  let isReverting = false
  let seq = startSeq

  async function drain() {
    for (; waiting.length + sent.length > 0; ) {
      if (waiting.length > 0 && sent.length < appendsAtOnce) send()
      const [first] = sent
      const failure = first && (await first.written)
      if (failure) await revert(failure)
      else commit(sent.shift()?.batch ?? [])
      await nextTurn()
    }
    isWriting = false
    idle.emit('idle')
  }

  function send() {
    sent.push({ batch: waiting, written: entries.length > 0 ? append() : Promise.resolve(null) })
    waiting = []
    entries = []
  }

  /** Null when all entries are durable. */
  async function append(): Promise<Failure | null> {
    const [count, startedAt] = [entries.length, performance.now()]
    try {
      await storage.append(entries)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { ...(error instanceof NotWritten ? certain[error.reason] : uncertain), why }
    }
    hooks.onWritten?.(count, performance.now() - startedAt)
    enter('serving', null)
    return null
  }

  function commit(batch: readonly Staged[]) {
    durableSeq = batch.findLast(({ seq }) => seq !== null)?.seq ?? durableSeq
    for (const { changes } of batch) documents.commit(changes)
    show(batch)
    for (const staged of batch) staged.onDurable()
  }

  /** What was sent after it is not written either: it follows nothing. */
  async function revert(failure: Failure) {
    const outcomes = sent.map(({ written }) => written)
    isReverting = true
    const [batch = [], ...others] = sent.map((one) => one.batch)
    const later = [...others.flat(), ...waiting]
    sent = []
    waiting = []
    entries = []
    for (const staged of [...batch, ...later]) {
      documents.revert(staged.changes)
      if (staged.seq !== null) seq -= 1
    }
    enter(failure.state, failure.why)
    for (const staged of batch) staged.onFailure(failure.refusal)
    for (const staged of later) staged.onFailure(failure.laterRefusal)
    await Promise.all(outcomes)
    isReverting = false
  }

  function enter(name: HubState['name'], why: string | null) {
    // Only a new hub over the store serves again: a write that was under way may still succeed.
    if (state.name === name || state.name === 'stopped') return
    state = { name, why, since: now() }
    hooks.onState?.(state)
  }

  return {
    state: () => state,
    /** The store will write nothing more. What is being written is answered as the store answers it. */
    stop: (why: string) => enter('stopped', why),
    /** The seq of the entry that is staged next. */
    nextSeq: () => seq + 1,
    lastSeq: () => seq,
    /** All entries up to this are durable, and shown once the turn is over. */
    durableSeq: () => durableSeq,
    stage(staged: Staged, entry: Entry | null) {
      if (entry) {
        seq += 1
        entries.push(entry)
      }
      waiting.push(staged)
      if (isWriting) {
        if (entries.length >= entriesOfGroup && sent.length < appendsAtOnce && !isReverting) send()
        return
      }
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
  /** Of the commands in the batch, and of those staged after it. */
  readonly refusal: CommitRefusal
  readonly laterRefusal: CommitRefusal
}

/** A NotWritten says that nothing of the batch was written. */
const certain: Record<NotWrittenReason, Omit<Failure, 'why'>> = {
  full: { state: 'storageFull', refusal: 'storageFull', laterRefusal: 'storageFull' },
  refused: { state: 'storageRefused', refusal: 'unavailable', laterRefusal: 'unavailable' },
  fenced: { state: 'stopped', refusal: 'unavailable', laterRefusal: 'unavailable' },
}
const uncertain: Omit<Failure, 'why'> = { state: 'stopped', refusal: 'fateUnknown', laterRefusal: 'unavailable' }
