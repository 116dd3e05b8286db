import type { RecordKind } from '../records.ts'
import type { ExportHeader, Part, Position } from './format.ts'

/** One record as a line of JSON. */
export interface SourceRecord {
  readonly of: RecordKind
  readonly json: string
}

/** A store that is read as a whole, record by record, as of one position. */
export interface TransferSource {
  /** Where the store is, as text. */
  readonly place: string
  readonly position: Position
  /** All documents, answers, archive rows, and the journal in order, as of the newest store format. @throws DamagedStore, SourceMoved */
  records(): AsyncIterable<SourceRecord>
  /** Checks, after everything was read, that it was of one position. @throws SourceMoved */
  confirm(): Promise<void>
  close(): Promise<void>
}

/** An empty place that becomes a store. */
export interface TransferTarget {
  /** Where the place is, as text. */
  readonly place: string
  /** How many parts of this file it holds already: 0 where nothing was begun. @throws PlaceTaken */
  begin(header: ExportHeader): Promise<number>
  /** Takes the next part as a whole or not at all, and remembers that. */
  take(part: Part): Promise<void>
  /** Everything is in: from now on the place is a store. @throws PlaceTaken */
  finish(): Promise<void>
  close(): Promise<void>
}

/** The source was written to while it was read: the records are not of one position. */
export class SourceMoved extends Error {}

/** There is no store at the place. */
export class NoStore extends Error {}

/** Something is at the place already. It was not touched. */
export class PlaceTaken extends Error {}
