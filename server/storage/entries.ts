import { DocumentId } from '../../shared/engine/document.ts'
import type { Entry } from '../engine/entry.ts'
import type { KeptAnswer } from '../engine/storage.ts'

interface Expected {
  readonly seq: number
  readonly epoch: number
  /** An entry has fewer archive lines than this. */
  readonly lines: number
}

/** What would be written and could never be read again is refused before it is written. @throws Error that says what is wrong */
export const checkEntry = (entry: Entry, { seq, epoch, lines }: Expected) => {
  const wrong = (what: string) => new Error(`Entry ${entry.seq} (${entry.command}) ${what}. Nothing was written.`)
  if (entry.seq !== seq) throw wrong(`does not follow entry ${seq - 1}`)
  if (entry.epoch !== epoch) throw wrong(`is of epoch ${entry.epoch}, but this hub's is ${epoch}`)
  if (!Number.isFinite(entry.at)) throw wrong(`has no time`)
  if (entry.archive.length >= lines) throw wrong(`has more than ${lines} archive lines`)
  for (const { id, version } of entry.changes) {
    if (!DocumentId.safeParse(id).success) throw wrong(`changes ${JSON.stringify(id)}, which is no document's id`)
    if (!Number.isSafeInteger(version) || version < 1) throw wrong(`takes ${id} to version ${version}`)
  }
}

/** JSON leaves out what is undefined; an entry without its output would not be read again. */
export const entryJson = (entry: Entry) =>
  JSON.stringify(
    entry.input === undefined || entry.output === undefined
      ? { ...entry, input: entry.input ?? null, output: entry.output ?? null }
      : entry,
  )

/** What an entry keeps of what was answered; null where nobody asks again. */
export const keptAnswerOf = ({ actor, commandId, seq, output, refused }: Entry): KeptAnswer | null =>
  commandId === null ? null : { actor, commandId, seq, output, ...(refused && { refused }) }

/** Lines that one entry may write to archives: 1,048,576. Leaves room for eight thousand million entries. */
export const LINES_PER_ENTRY = 2 ** 20

/** One number for a line's entry and its position in it: sorts as they do, and is the cursor of archive pages. */
export const archivePosition = (seq: number, position: number) => seq * LINES_PER_ENTRY + position
export const seqOfPosition = (place: number) => Math.floor(place / LINES_PER_ENTRY)
