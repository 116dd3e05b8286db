import type { ArchivePage, Forgetting, KeptAnswer } from '../../engine/storage.ts'
import type { Problem } from './problem.ts'
import type { KeptDocument } from './readDocuments.ts'

/** What was loaded, still as text: parsed where it is used. */
export interface LoadedTexts {
  readonly epoch: number
  readonly documents: readonly KeptDocument[]
  readonly checkpointSeq: number
  readonly entries: readonly string[]
}

/** An archive line of an entry of the batch. */
export interface BatchLine {
  readonly archive: string
  readonly key: string
  readonly place: number
  readonly at: number
  readonly json: string
}

/** Entries that are written together or not at all. */
export interface Batch {
  readonly first: number
  /** The entries from `first` on, and beside them their times. */
  readonly jsons: readonly string[]
  readonly ats: readonly number[]
  readonly lines: readonly BatchLine[]
  /** The refusals for want of room that the sender knew of: a batch sent in ignorance builds on one that was refused. */
  readonly refusals: number
}

/** What the hub's thread may ask the journal's thread, and what it gets. */
export interface Asks {
  load: { ask: null; answer: LoadedTexts }
  append: { ask: Batch; answer: unknown }
  beginCheckpoint: { ask: { seq: number }; answer: unknown }
  keepDocuments: { ask: { documents: readonly KeptDocument[] }; answer: unknown }
  finishCheckpoint: { ask: { seq: number }; answer: unknown }
  /** Clears a slice of what the checkpoint has replaced; answers how many documents are left to clear. */
  sweep: { ask: null; answer: number }
  forget: { ask: Forgetting; answer: unknown }
  tail: { ask: { seq: number; limit: number }; answer: readonly string[] }
  answers: { ask: { since: number }; answer: readonly KeptAnswer[] }
  readArchive: { ask: ArchiveAsk; answer: ArchivePage }
  close: { ask: null; answer: unknown }
}

export interface ArchiveAsk {
  readonly archive: string
  readonly key: string
  readonly before: number | null
  readonly limit: number
}

export type AskKind = keyof Asks
export type Ask = { [K in AskKind]: { readonly id: number; readonly kind: K; readonly ask: Asks[K]['ask'] } }[AskKind]
export type AppendAsk = Extract<Ask, { kind: 'append' }>

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  /** `refusals` so far, see Batch. */
  | { readonly id: number; readonly problem: Problem; readonly refusals: number }

/** Told in place of an ask: nothing is asked any more, and the thread ends once all is answered. */
export const endOfAsks = 'end'
