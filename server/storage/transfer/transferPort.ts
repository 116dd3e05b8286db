import type { ExportHeader, Part, Position, RecordKind } from './format.ts'

/** One record as a line of JSON. */
export interface SourceRecord {
  readonly of: RecordKind
  readonly json: string
}

/** A store that is read as a whole, piece by piece, as it stood at one position. */
export interface TransferSource {
  /** Where it lies, in words. */
  readonly place: string
  readonly position: Position
  /** All documents, then all archive lines, then the journal in order. @throws DamagedStore, SourceMoved */
  pieces(): AsyncIterable<SourceRecord>
  /** When all was read: whether it was of one position. @throws SourceMoved */
  confirm(): Promise<void>
  close(): Promise<void>
}

/** It was written to while it was read: what was read does not belong together. */
export class SourceMoved extends Error {}

/** There is nothing at the place. */
export class NoStore extends Error {}

/** An empty place that becomes a store. */
export interface TransferTarget {
  /** Where it lies, in words. */
  readonly place: string
  /** How many parts of this file it holds already: 0 where nothing was begun. @throws PlaceTaken */
  begin(header: ExportHeader): Promise<number>
  /** The next part, as a whole or not at all; it is remembered that it is there. */
  take(part: Part): Promise<void>
  /** All is there: from now on it is a store. @throws PlaceTaken */
  finish(): Promise<void>
  close(): Promise<void>
}

/** Something lies there already. It was not touched. */
export class PlaceTaken extends Error {}
