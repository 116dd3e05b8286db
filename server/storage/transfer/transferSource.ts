import type { Position } from './position.ts'
import type { Sort } from './records.ts'

/** One record as a line of JSON. */
export interface Piece {
  readonly of: Sort
  readonly json: string
}

/** A store that is read as a whole, piece by piece, as it stood at one position. */
export interface TransferSource {
  /** Where it lies, in words. */
  readonly place: string
  readonly position: Position
  /** All documents, then all archive lines, then the journal in order. @throws DamagedStore, SourceMoved */
  pieces(): AsyncIterable<Piece>
  /** When all was read: whether it was of one position. @throws SourceMoved */
  confirm(): Promise<void>
  close(): Promise<void>
}

/** It was written to while it was read: what was read does not belong together. */
export class SourceMoved extends Error {}

/** There is nothing at the place. */
export class NoStore extends Error {}
