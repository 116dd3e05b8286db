import type { Entry } from '../../../server/engine/entry.ts'
import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'

/** A command that a person has given. Times are ms of one clock that nobody sets. */
export interface Asked {
  /** Which page. */
  readonly page: string
  readonly account: string
  readonly commandId: string
  readonly name: string
  readonly input: unknown
  readonly sentAt: number
  /** Null: it was never answered. */
  answeredAt: number | null
  answer: Answer | null
  /** How often it went out. */
  attempts: number
}

/** What a page was shown of a document, at one version. */
export interface Sight {
  readonly page: string
  readonly account: string
  readonly id: DocumentId
  readonly epoch: number
  readonly version: number
  readonly value: object
}

/** What somebody holds at the end, when nothing is under way any more. */
export interface Holding {
  readonly who: string
  readonly copies: ReadonlyMap<DocumentId, { readonly version: number; readonly value: object }>
}

/** All that a run has left behind. */
export interface Evidence {
  /** The journal, from its first entry. */
  readonly entries: readonly Entry[]
  readonly asked: readonly Asked[]
  /** Of each page in the order in which they came. */
  readonly sights: readonly Sight[]
  readonly holdings: readonly Holding[]
  /** How far the journal was then; null where that cannot be asked for: of a hub that is alone. */
  readonly restSeq: number | null
  /** What the game was told to do, as often as it came there. */
  readonly deeds: readonly string[]
}
