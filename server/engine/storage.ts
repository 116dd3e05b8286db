import type { RowErasure } from '../../shared/engine/archive.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Entry } from './entry.ts'

/** A journaled document as storage keeps it. */
export interface Stored {
  readonly id: DocumentId
  readonly version: number
  readonly value: object
}

/**
 * The state that a follower needs: the documents of the last checkpoint, and how far the journal goes. The entries between the two may be
 * many: they are read with `tail`, some at a time.
 */
export interface Snapshot {
  /** Of the run that writes: higher than any before, taken together with the lease. */
  readonly epoch: number
  /** Documents as of `checkpointSeq`. */
  readonly documents: readonly Stored[]
  readonly checkpointSeq: number
  /** The journal's last entry: all from `checkpointSeq` up to it are there, and fit the documents. */
  readonly lastSeq: number
}

/** Everything that a hub needs to continue where the last one ended. */
export interface Loaded extends Snapshot {
  /** The latest time, in epoch ms, at which a user's command id in the journal says that it was made; 0 where there is none. */
  readonly newestIdAt: number
}

/** The answer to a command id, as its journal entry has it: the command is answered once, even after a restart. */
export type KeptAnswer = Pick<Entry, 'seq' | 'output' | 'refused' | 'contents'>

/** Which rows of an archive are wanted. All that is given must fit. */
export interface ArchiveQuery {
  readonly kind: string
  /** Only rows about this person: an id as the row's `about` has it. */
  readonly about?: string
  /** Only rows of entries made at or after this, epoch ms. */
  readonly from?: number
  /** Only rows of entries made at or before this, epoch ms. */
  readonly to?: number
  /** Only rows whose top-level fields have exactly these values. */
  readonly filter?: Readonly<Record<string, string | number | boolean | null>>
  /** `next` of the page before; null for the newest page. */
  readonly before: number | null
  /** Rows on the page at most. */
  readonly limit: number
}

export interface ArchivePage {
  /**
   * Newest first. May be fewer than `limit`, also none, while `next` is not null: a store looks through a bounded number of rows at
   * once. Rows added while pages are read shift no page.
   */
  readonly rows: readonly {
    /** Unique in the archive. Given as `before`, it reads on after this row. */
    readonly position: number
    readonly seq: number
    readonly at: number
    readonly about: readonly string[]
    readonly row: Record<string, unknown>
  }[]
  /** Give as `before` to read on; null at the end. */
  readonly next: number | null
}

/** The persons that a hub erases permanently: one or several at once, at the same cost. */
export interface PersonErasure {
  /** Their account ids, which identify no person outside of this hub: they may stay where needed. */
  readonly ids: readonly string[]
  /**
   * Their ids elsewhere: none of them is anywhere in the store afterwards. Never a name that people choose: a user named 'owner'
   * would empty the journal of all owners.
   */
  readonly externalIds: readonly string[]
  /** Documents whose key is such an id: they are deleted, and may be written again from version 1. */
  readonly documents: readonly DocumentId[]
  /**
   * The same persons are erased again soon, without this: what remains in unreferenced places, as free pages of a file, can wait
   * for that.
   */
  readonly skipCompaction?: boolean
}

/** The persons that a store erases. The hub adds the archives from their declarations. */
export interface Erasure extends PersonErasure {
  /**
   * By kind of archive, the treatment of rows about them. Rows about them in an archive of a kind that is not here are deleted: no
   * archive is left out. In rows that only mention an external id it becomes '[erased]'.
   */
  readonly archives: Readonly<Record<string, RowErasure>>
}

/** Looks at what a store holds. When it throws, the store is left as it was. @param tail as of the storage */
export type LoadCheck = (found: Snapshot, tail: Storage['tail']) => Promise<void>

/** A store that is held for a reader in another process. */
export interface Hold {
  /** Whether it was held all the time: what was read until now is of one moment. */
  isKept(): Promise<boolean>
  /** May be called more than once. */
  letGo(): Promise<void>
}

/** The port to durable memory: two adapters, one contract suite. */
export interface Storage {
  /** What "durable" means in this store, as text for /health and the log. */
  readonly durability: string
  /**
   * Takes the lease, reads the documents and checks the journal after them.
   * @param check called before anything is written, by a store that one hub alone uses: nodes have read a shared one before they lead.
   * It is given the documents, which are not returned again then: they may be many
   * @throws DamagedStore, StoreInUse
   */
  load(check?: LoadCheck): Promise<Loaded>
  /**
   * Durable when it resolves. The whole batch or nothing.
   * @throws NotWritten when certainly nothing was written; after any other error the outcome of the batch is unknown.
   */
  append(entries: readonly Entry[]): Promise<void>
  /** How many appends the hub may begin before the first of them ends: after one that was not written, those behind it fail too. 1 by default. */
  readonly appendsAtOnce?: number
  /** Keeps the documents that changed since the last checkpoint, as of `seq`. */
  checkpoint(seq: number, documents: readonly Stored[]): Promise<void>
  /**
   * The answer that a durable entry of the actor keeps for this command id; null where there is none. Entries stay in the journal for as
   * long as their ids may be repeated.
   */
  findAnswer(actor: string, commandId: string): Promise<KeptAnswer | null>
  /** Journal entries after `seq`, at most `limit`. */
  tail(seq: number, limit: number): Promise<readonly Entry[]>
  /** Newest rows first. */
  archivePage(query: ArchiveQuery): Promise<ArchivePage>
  /**
   * When it resolves, what the last checkpoint covers about these persons is unreadable: in entries, in archives, and in what the
   * store left over. An entry that mentions them keeps seq, epoch, at, actor, command and commandId. Other documents of the checkpoint
   * stay as they are: the caller has cleared them before. May be repeated. Works in pieces, between which appends are written.
   */
  erase(erasure: Erasure): Promise<void>
  /**
   * Removes the rows of an archive that were made before a time, in pieces between which appends are written. May be repeated.
   * @param kind of the archive @param before epoch ms @returns how many rows were removed
   */
  prune(kind: string, before: number): Promise<number>
  /**
   * Until it is let go, another process may read the store as it was at one moment: appends continue, while checkpoints, erasures and
   * prunings wait. One reader at a time.
   */
  hold?(): Promise<Hold>
  /** The listener is called when the store notices, without a write, that it can write nothing more until it is loaded again. */
  onStopped?(listener: (why: string) => void): void
  close(): Promise<void>
}

/**
 * Why nothing was written. 'full': there is no room. 'refused': the store takes nothing at the moment, as a Redis that became a
 * replica. Both may pass. 'fenced': another node has the lease.
 */
export type NotWrittenReason = 'full' | 'refused' | 'fenced'

/** Certainly nothing of the batch was written. The hub reverts its changes. */
export class NotWritten extends Error {
  readonly reason: NotWrittenReason
  constructor(reason: NotWrittenReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The store exists and cannot be used: the message names the file, what is wrong and what to do. Nothing was changed. */
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
  /** The content of the store for a node that follows: takes no lease, and has the epoch of the leader. */
  loadView(): Promise<Snapshot>
  /**
   * Calls the listener with the entries after `seq` as they become durable, without gaps and in order, until it is stopped. After
   * `missing` - entries were trimmed before they were read - it is not called again, and the node must load the view again.
   */
  follow(seq: number, listener: FollowListener): () => void
  /** Resolves when the lease is likely to be free, or `signal` aborts; `load` then finds out whether it is. */
  whenLeaseFree(signal: AbortSignal): Promise<void>
  /** Releases the lease after the writes under way, and notifies nodes that wait for it. Views and following continue. */
  releaseLease(): Promise<void>
  /** Whether the lease is certainly held at this moment, by a clock that cannot be set. Checked right before irrevocable acts. */
  holdsLease(): boolean
  /** Called once for each load when the lease was lost: another node may hold it. Returns the way to stop. */
  onLeaseLost(listener: (why: string) => void): () => void
  /** Carries messages between the nodes. */
  readonly bus: Bus
  /** State of the connection to the store. */
  connection(): { readonly up: boolean; readonly why: string | null; readonly since: number }
}

export interface FollowListener {
  readonly entries: (entries: readonly Entry[]) => void
  readonly missing: (why: string) => void
}

/**
 * Messages between the nodes of one hub, kept nowhere: a listening node gets each message at most once, in the order of its sender, or
 * not at all. A sender whose messages must all arrive numbers them.
 */
export interface Bus {
  /** The name of this node; new with each start. */
  readonly node: string
  /**
   * To all other nodes that listen to the topic, never to the sender. `topic` is a word, or a word and a node as 'answers.a1b2'.
   * Never rejects: a message that could not be sent is lost.
   */
  send(topic: string, message: Uint8Array): void
  /** Returns the way to stop. */
  listen(topic: string, listener: (message: Uint8Array, from: string) => void): () => void
  /** Called when the connection was lost and is back: messages may have been missed. Returns the way to stop. */
  onGap(listener: () => void): () => void
}
