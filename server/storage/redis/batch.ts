import type { Entry } from '../../engine/entry.ts'
import { checkEntry, entryJson } from '../checkEntry.ts'
import { LINES_PER_ENTRY } from '../sqlite/archivePlace.ts'

/** Entries of one append, as Redis takes them. */
export interface Batch {
  readonly first: number
  readonly last: number
  /** When its last entry was made. */
  readonly at: number
  /** Of each entry its JSON and "<actor> <command id>", or ''. */
  readonly entries: readonly string[]
  readonly lines: readonly { readonly list: string; readonly words: readonly string[] }[]
  readonly characters: number
}

/** An archive's name ends at the first slash of a list's name. */
const checkArchives = ({ seq, command, archive }: Entry) => {
  const wrong = archive.find((line) => line.archive.includes('/'))
  if (wrong)
    throw new Error(
      `Entry ${seq} (${command}) has a line for the archive ${wrong.archive}, which holds a slash. Nothing was written.`,
    )
}

const linesOf = ({ seq, at, archive }: Entry): Batch['lines'] =>
  archive.map(({ archive: name, key, line }, position) => ({
    list: `${name}/${key}`,
    words: [String(position), String(seq), String(at), JSON.stringify(line)],
  }))

/** @throws when they are not gap-free, not of this epoch, or could not be read again */
export const toBatch = (entries: readonly Entry[], epoch: number): Batch => {
  const first = entries[0]?.seq ?? 0
  for (const [offset, entry] of entries.entries()) {
    checkEntry(entry, { seq: first + offset, epoch, lines: LINES_PER_ENTRY })
    checkArchives(entry)
  }
  const texts = entries.flatMap((entry) => [
    entryJson(entry),
    entry.commandId === null ? '' : `${entry.actor} ${entry.commandId}`,
  ])
  const lines = entries.flatMap(linesOf)
  const sum = (texts: readonly string[]) => texts.reduce((characters, { length }) => characters + length, 0)
  return {
    first,
    last: first + entries.length - 1,
    at: entries.at(-1)?.at ?? 0,
    entries: texts,
    lines,
    characters: sum(texts) + lines.reduce((characters, { words }) => characters + sum(words), 0),
  }
}
