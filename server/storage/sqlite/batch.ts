import type { Entry } from '../../engine/entry.ts'
import { checkEntry, entryJson } from '../checkEntry.ts'
import { archivePlace, LINES_PER_ENTRY } from './archivePlace.ts'
import type { Batch, BatchLine } from './asks.ts'

const linesOf = ({ seq, at, archive }: Entry): BatchLine[] =>
  archive.map((line, position) => ({
    archive: line.archive,
    key: line.key,
    place: archivePlace(seq, position),
    at,
    json: JSON.stringify(line.line),
  }))

/** Entries as the journal's thread takes them. @throws when they are not gap-free or not of this epoch */
export const toBatch = (entries: readonly Entry[], epoch: number, refusals: number): Batch => {
  const first = entries[0]?.seq ?? 0
  for (const [offset, entry] of entries.entries())
    checkEntry(entry, { seq: first + offset, epoch, lines: LINES_PER_ENTRY })
  return {
    first,
    jsons: entries.map(entryJson),
    ats: entries.map(({ at }) => at),
    lines: entries.flatMap(linesOf),
    refusals,
  }
}
