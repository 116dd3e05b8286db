import type { DocumentId, DocumentKind, DocumentOf } from '../../shared/engine/document.ts'
import type { Answer, CommandCall, QueryCall } from '../../shared/protocol/calls.ts'
import type { Patch } from '../../shared/protocol/down.ts'
import type { Client, Principal } from './principal.ts'
import type { PersonErasure } from './storage.ts'

/** A durable change of one document, as it is sent to those who watch it. */
export interface Published {
  readonly id: DocumentId
  readonly version: number
  readonly patches: readonly Patch[]
  /** Replaces any copy, including one of a later version: it is not a step from the version before. */
  readonly isWhole?: true
}

export interface Copy {
  readonly version: number
  readonly value: object
}

export interface HubState {
  /** 'storageFull' and 'storageRefused' may pass: the hub tries again. */
  readonly name: 'serving' | 'storageFull' | 'storageRefused' | 'stopped'
  readonly why: string | null
  readonly since: number
}

/** All state, with one way in (dispatch) and one way out (onPublish). Knows no feature, socket or store by name. */
export interface Hub {
  readonly epoch: number
  readonly durability: string
  state(): HubState
  /**
   * A user's command. Never throws: the answer says what went wrong.
   * @param client failed attempts are counted by its address, and rules may write it down
   */
  dispatch(principal: Principal, call: CommandCall, client?: Client): Promise<Answer>
  /** A command of the hub itself: from a worker, a timer. @throws CommandRefused */
  execute(actor: string, name: string, input: unknown): Promise<unknown>
  /** @param client costly queries are counted by its address */
  query(principal: Principal, call: QueryCall, client?: Client): Promise<Answer>
  /** The durable copy; the kind's default at version 0 for a document that was never written; undefined for an unknown kind. */
  copy(id: DocumentId): Copy | undefined
  read<K extends DocumentKind>(kind: K, key?: string): DocumentOf<K>
  memoryOf(id: DocumentId): 'journaled' | 'live' | undefined
  /** Of documents that were ever written; of one kind: goes through all of them. */
  documentCount(kind?: string): number
  /** Of journaled documents that were ever written: goes through all of them. */
  journaledIds(): Iterable<DocumentId>
  mayRead(principal: Principal, id: DocumentId): boolean
  /** The other documents whose readers must be checked again when this one changes. */
  documentsDecidedBy(id: DocumentId): readonly DocumentId[]
  /**
   * The changes after `version` up to the durable one, without gaps; null when they are no longer kept, or not fit for all who may read
   * the document now.
   */
  changesSince(id: DocumentId, version: number): readonly Published[] | null
  /** Called synchronously once for each group of commands that became durable. Returns the way to stop. */
  onPublish(listener: (published: readonly Published[]) => void): () => void
  /**
   * Removes the past of persons whose documents are already cleared from memory and store. Resolves when none of it can be read any
   * more. @throws when it was not done completely: call it again
   */
  erase(erasure: PersonErasure): Promise<void>
  /** Resolves when all commands accepted so far are durable or refused. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * Documents as rules see them: with changes that were accepted and are not durable yet, and may still be taken back. Only for choosing the
 * next command of the hub: its answer comes when all that was accepted before it is durable too, and both are written together.
 */
export interface AcceptedDocuments {
  read<K extends DocumentKind>(kind: K, key?: string): DocumentOf<K>
  /** Calls the listener in a microtask after the document has changed, even when a change was taken back. Returns the way to stop. */
  follow(kind: DocumentKind, key: string, listener: () => void): () => void
}

/** A hub as workers get it, on the node that leads. */
export interface TermHub extends Hub {
  readonly accepted: AcceptedDocuments
}

/** A hub that runs the rules itself, with what other nodes need of it. */
export interface LeaderHub extends TermHub {
  /** All entries up to this are durable, already when they are published. */
  durableSeq(): number
  /** A command of the hub that may be repeated with the same id and is done once. Never rejects. */
  executeOnce(actor: string, name: string, input: unknown, id: string): Promise<Answer>
  /** All live documents that were written, as they were last published. */
  liveDocuments(): readonly (Copy & { readonly id: DocumentId })[]
  /** Stops without writing anything more: another node may lead. Calls under way may never be answered. */
  abandon(): void
}
