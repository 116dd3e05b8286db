import { DocumentId } from '../../../shared/engine/document.ts'
import type { Entry } from '../../engine/entry.ts'
import { archivePlace, LINES_PER_ENTRY } from './archivePlace.ts'
import type { Batch, BatchLine } from './asks.ts'

/** What would be written and could never be read again is refused before it is written. */
const checkEntry = (entry: Entry, seq: number, epoch: number) => {
  const wrong = (what: string) => new Error(`Entry ${entry.seq} (${entry.command}) ${what}. Nothing was written.`)
  if (entry.seq !== seq) throw wrong(`does not follow entry ${seq - 1}`)
  if (entry.epoch !== epoch) throw wrong(`is of epoch ${entry.epoch}, but this hub's is ${epoch}`)
  if (!Number.isFinite(entry.at)) throw wrong(`has no time`)
  if (entry.archive.length >= LINES_PER_ENTRY) throw wrong(`has more than ${LINES_PER_ENTRY} archive lines`)
  for (const { id, version } of entry.changes) {
    if (!DocumentId.safeParse(id).success) throw wrong(`changes ${JSON.stringify(id)}, which is no document's id`)
    if (!Number.isSafeInteger(version) || version < 1) throw wrong(`takes ${id} to version ${version}`)
  }
}

/** JSON leaves out what is undefined; an entry without its output would not be read again. */
const toJson = (entry: Entry) =>
  JSON.stringify(
    entry.input === undefined || entry.output === undefined
      ? { ...entry, input: entry.input ?? null, output: entry.output ?? null }
      : entry,
  )

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
  for (const [offset, entry] of entries.entries()) checkEntry(entry, first + offset, epoch)
  return {
    first,
    jsons: entries.map(toJson),
    ats: entries.map(({ at }) => at),
    lines: entries.flatMap(linesOf),
    refusals,
  }
}
