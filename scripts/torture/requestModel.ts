import type { Entry } from '../../server/engine/entry.ts'

/** What the auditor knows of each moment, from commands and rows of the ledger, not from documents. */
export interface RequestModel {
  readonly report: (problem: string) => void
  /** What staff gave, by operation. */
  readonly grants: Map<string, Change>
  readonly undone: Map<string, number>
  /** Rewards of a day that were paid. */
  readonly rewards: Set<string>
  readonly prices: Timeline
  /** Position at which staff switched the limits of new users off; null before. */
  readonly limits: { offAt: number | null }
  readonly listings: Map<string, ModelListing>
  /** What was bought from the house, by the operation that paid for it. */
  readonly bought: Map<string, { readonly thing: string; readonly price: number }>
  /** Who put a skin on a dinosaur, by the operation that paid for it. */
  readonly dressed: Map<string, string>
  /** The kept skin that a user last put on a dinosaur, and of one that came back for such a one which of them it is. */
  readonly worn: Map<string, string>
  readonly same: Map<string, string>
  /** By operation. */
  readonly sales: Map<string, ModelListing>
  balance(account: string, currency: string, seq: number): number
  price(item: string, seq: number): number | undefined
  isUndone(operation: string, seq: number): boolean
  /** How many redemptions of an account are not over. */
  running(account: string, seq: number): number
}
/** By key, each position at which a value changed, in order. */
export type Timeline = Map<string, (readonly [seq: number, value: number])[]>

/** Something for sale, as its seller was answered. */
interface ModelListing {
  /** The id of what is for sale. */
  readonly thing: string
  readonly seller: string
  readonly currency: string
  readonly price: number
  readonly fee: number
  /** Positions of the journal; null while it is open. */
  readonly openedAt: number
  closedAt: number | null
  /** Of the sale. */
  buyer: string | null
}

/** What is known of commands of one name. Whatever is not here may neither move currency nor be sent by a user of these runs. */
export interface Expectation {
  /** The accounts of the house, and holds, that rows of the command may name. */
  readonly moves?: RegExp
  /** The changes of balances that an accepted command means; null where they depend on what the game did. */
  readonly balances?: (entry: Entry, model: RequestModel) => readonly Change[] | null
  /** Refusals of its own that are allowed, and when. */
  // biome-ignore lint/suspicious/noExplicitAny: each command reads its own input
  readonly refusals?: Readonly<Record<string, (input: any, moment: Moment) => boolean>>
}
export interface Change {
  readonly account: string
  readonly currency: string
  readonly amount: number
}
// The fields of inputs and outputs that the auditor reads.
export interface Input {
  readonly item?: string
  readonly price?: number
  readonly amount?: number
  readonly account?: string
  readonly operation?: string
  readonly currency?: string
  readonly changes?: Readonly<Record<string, { readonly price?: number }>>
}

/** What a request could meet after one entry of the journal. */
export interface Moment {
  readonly account: string
  readonly model: RequestModel
  readonly seq: number
}
