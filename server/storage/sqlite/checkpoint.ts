import type { Stored } from '../../engine/storage.ts'
import { checkDocument, documentSlices } from '../documentSlices.ts'
import type { Line } from './line.ts'

/** Writes one checkpoint; one at a time. Appends may run beside it. */
export const writeCheckpoint = async (line: Line, seq: number, documents: readonly Stored[]) => {
  documents.forEach(checkDocument)
  await line.ask('beginCheckpoint', { seq })
  for (const slice of documentSlices(documents)) await line.ask('keepDocuments', { documents: slice })
  await line.ask('finishCheckpoint', { seq })
  let left = Number.POSITIVE_INFINITY
  while (left > 0) left = await line.ask('sweep', null)
}
