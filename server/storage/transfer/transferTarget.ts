import type { ExportHeader } from './exportLines.ts'
import type { Part } from './records.ts'

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
