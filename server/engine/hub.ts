import type { DocumentId, DocumentKind, DocumentOf } from '../../shared/engine/document.ts'
import type { Answer, CommandCall } from '../../shared/protocol/commandCall.ts'
import type { Patch } from '../../shared/protocol/down.ts'
import type { QueryCall } from '../../shared/protocol/queryCall.ts'
import type { Principal } from './principal.ts'
import type { Forgetting } from './storage.ts'

/** A durable change of one document, as it is shown to those who watch it. */
export interface Published {
  readonly id: DocumentId
  readonly version: number
  readonly patches: readonly Patch[]
  /** In place of whatever was there, also of a later version: no step from the one before. */
  readonly isWhole?: true
}

export interface Copy {
  readonly version: number
  readonly value: object
}

export interface HubState {
  /** 'storageFull' and 'storageRefused' may pass: it is tried again. */
  readonly name: 'serving' | 'storageFull' | 'storageRefused' | 'stopped'
  readonly why: string | null
  readonly since: number
}

/** The authority: one way in (dispatch), one way out (onPublish). Knows no feature, socket or store by name. */
export interface Hub {
  readonly epoch: number
  readonly durability: string
  state(): HubState
  /**
   * From a person. Never throws: what goes wrong is in the answer.
   * @param address where they come from, as far as that is known: guesses are counted by it, and rules may write it down
   */
  dispatch(principal: Principal, call: CommandCall, address?: string | null): Promise<Answer>
  /** From the hub's own workers and timers. @throws when it is refused or fails */
  order(actor: string, name: string, input: unknown): Promise<unknown>
  /** @param address as for dispatch: what costs much is counted by it */
  query(principal: Principal, call: QueryCall, address?: string | null): Promise<Answer>
  /** The durable copy; the kind's default at version 0 when nobody has written it; undefined for an unknown kind. */
  copy(id: DocumentId): Copy | undefined
  read<K extends DocumentKind>(kind: K, key?: string): DocumentOf<K>
  memoryOf(id: DocumentId): 'journaled' | 'live' | undefined
  /** How many documents somebody has written. */
  documentCount(): number
  mayRead(principal: Principal, id: DocumentId): boolean
  /** The other documents whose audience is asked for anew when this one changes. */
  decides(id: DocumentId): readonly DocumentId[]
  /** The changes after `version` up to the durable one, without gaps, or null when they are no longer kept, or not for all who read it now. */
  changesSince(id: DocumentId, version: number): readonly Published[] | null
  /** Called synchronously once for each group of commands that has become durable. Returns the way to stop. */
  onPublish(listener: (published: readonly Published[]) => void): () => void
  /**
   * Somebody has been cleared from the documents: their past goes from memory and store as well. Resolves when nothing of it
   * can be read any more. @throws when it was not done, or not wholly: it can be asked for again
   */
  forget(forgetting: Forgetting): Promise<void>
  /** Resolves when all that was accepted so far is durable or refused. */
  settled(): Promise<void>
  close(): Promise<void>
}
