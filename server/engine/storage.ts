import type { DocumentId } from '../../shared/engine/document.ts'
import type { Bus } from './bus.ts'
import type { Entry, Refused } from './entry.ts'

/** A journaled document as storage keeps it. */
export interface Stored {
  readonly id: DocumentId
  readonly version: number
  readonly value: object
}

/** All that a hub needs to stand where the last one stood. */
export interface Loaded {
  /** The epoch of this run, higher than any before: taken together with the lease. */
  readonly epoch: number
  /** Documents as they stood at `checkpointSeq`. */
  readonly documents: readonly Stored[]
  readonly checkpointSeq: number
  /** The journal after `checkpointSeq`, gap-free, in order. */
  readonly entries: readonly Entry[]
}

/** What was answered to a command id, kept so that it is answered once, also after a restart. */
export interface KeptAnswer {
  readonly actor: string
  readonly commandId: string
  readonly seq: number
  readonly output: unknown
  /** There when it was "no". */
  readonly refused?: Refused
}

export interface ArchivePage {
  /** Newest first. */
  readonly lines: readonly { readonly seq: number; readonly at: number; readonly line: Record<string, unknown> }[]
  /** Give as `before` to read on; null at the end. */
  readonly next: number | null
}

/** Whom the store is to forget, for good: one or several together, as it costs the same. */
export interface Forgetting {
  /** Their names in here, which say nothing to anybody else: they may stay where they must. */
  readonly ids: readonly string[]
  /**
   * Their ids elsewhere: none of them stands anywhere afterwards. Never what people have chosen themselves: whoever calls
   * themselves 'owner' would empty the journal of all owners.
   */
  readonly words: readonly string[]
  /** Documents whose very key is such a name: they go altogether, and may begin anew. */
  readonly documents: readonly DocumentId[]
  /** Lists of archives that go. */
  readonly lists: readonly { readonly archive: string; readonly key: string }[]
  /** Fields of archive lines that say what people are called: emptied in lines that speak of this one. */
  readonly nameFields: readonly string[]
  /** By which fields an archive line says whose deed it tells of, and by which from where: those are emptied if it was this one's. */
  readonly deedFields?: { readonly by: readonly string[]; readonly from: readonly string[] }
  /**
   * The same are forgotten once more soon, and without this: whatever was left behind where nothing points any more, as in
   * free pages of a file, can wait for that.
   */
  readonly leavesTraces?: boolean
}

/** The port to durable memory. Two adapters, one contract suite. */
export interface Storage {
  /** What "durable" means here, in words, for /health and the log. */
  readonly durability: string
  /** Takes the lease and reads everything. @throws DamagedStore, StoreInUse */
  load(): Promise<Loaded>
  /**
   * Durable when it resolves. Whole batch or nothing.
   * @throws NotWritten when it is certain that nothing was written; anything else means that nobody knows.
   */
  append(entries: readonly Entry[]): Promise<void>
  /** Keeps the documents that changed since the last checkpoint, as they stand at `seq`. */
  checkpoint(seq: number, documents: readonly Stored[]): Promise<void>
  /** Journal lines after `seq`, at most `limit`. */
  tail(seq: number, limit: number): Promise<readonly Entry[]>
  /** Answers to command ids of entries made at or after `since` (epoch ms), oldest first. */
  answers(since: number): Promise<readonly KeptAnswer[]>
  readArchive(archive: string, key: string, page: { before: number | null; limit: number }): Promise<ArchivePage>
  /**
   * Of all that the last checkpoint covers, what spoke of somebody is unreadable when it resolves: in entries, in archives, and in
   * whatever else lies at that place, left over or not. Of an entry that spoke of them stays that it was: seq, epoch, at, actor,
   * command, commandId. The checkpoint's other documents are as they were: whoever asks has cleared them before.
   * Done twice it does no harm. Appends wait meanwhile.
   */
  forget(forgetting: Forgetting): Promise<void>
  close(): Promise<void>
}

/**
 * Why nothing was written. 'full': there is no room. 'refused': the store takes nothing at the moment, as a Redis that has become
 * a replica. Both may pass. 'fenced': another node has the lease; this one's run is over.
 */
export type NotWrittenReason = 'full' | 'refused' | 'fenced'

/** Certain: nothing of the batch was written. The hub goes back to what it had and says why. */
export class NotWritten extends Error {
  readonly reason: NotWrittenReason
  constructor(reason: NotWrittenReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The store exists and is not fit to be used: says which file, what is wrong and what can be done. Nothing was touched. */
export class DamagedStore extends Error {
  readonly file: string
  constructor(file: string, wrong: string, remedy: string, options?: ErrorOptions) {
    super(`${file}: ${wrong} ${remedy}`, options)
    this.file = file
  }
}

/** Another hub holds the lease. */
export class StoreInUse extends Error {}

/** A store that several nodes share: one of them holds the lease and writes, all of them follow. */
export interface SharedStorage extends Storage {
  /** What stands in the store, for a node that only follows: takes no lease, and knows the epoch of who holds it. */
  view(): Promise<Loaded>
  /**
   * Tells of the entries after `seq` as they become durable, gap-free and in order, until it is stopped. What is `missing` was
   * trimmed away before it was read: nothing more is told, and the node must begin anew from `view`.
   */
  follow(seq: number, listener: FollowListener): () => void
  /** Waits until the lease is likely to be free, or `signal` ends the waiting; `load` then tells whether it is. */
  leaseFree(signal: AbortSignal): Promise<void>
  /** Gives the lease back after what is under way, and says so to those who wait for it. Viewing and following go on. */
  giveBack(): Promise<void>
  /** Whether the lease is surely held at this moment, by a clock that no one can set. Asked right before what cannot be taken back. */
  holdsLease(): boolean
  /** The lease was lost: another may hold it. Called once for each load. Returns the way to stop. */
  onLeaseLost(listener: (why: string) => void): () => void
  /** How the other nodes are told what is not kept. */
  readonly bus: Bus
  /** How the store is: told when it changes. */
  connection(): { readonly up: boolean; readonly why: string | null; readonly since: number }
}

export interface FollowListener {
  readonly entries: (entries: readonly Entry[]) => void
  readonly missing: (why: string) => void
}
