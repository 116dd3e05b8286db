import type { Entry } from '../engine/entry.ts'
import type { Erasure } from '../engine/storage.ts'

/** What a name may not be a part of: `demo-player` is not meant where `demo-player-2` is. */
const letter = '[\\p{L}\\p{N}_-]'
/** Nor what is written before it, except that a line end is written as a letter within JSON. */
const before = `(?:(?<!${letter})|(?<=\\\\(?:[bfnrt]|u[0-9a-f]{4})))`
const quoted = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
/** As it stands within JSON. */
const written = (word: string) => quoted(JSON.stringify(word).slice(1, -1))

const gone = '[erased]'

/** How a store finds and empties what speaks of somebody, in its own texts. */
export function createRedaction({ ids, externalIds: words, nameFields, deedFields }: Erasure) {
  const matching = (all: readonly string[]) =>
    all.length > 0 ? new RegExp(`${before}(?:${all.map(written).join('|')})(?!${letter})`, 'gu') : null
  const anyone = matching([...ids, ...words].filter((word) => word !== ''))
  const elsewhere = matching(words.filter((word) => word !== ''))
  const isIn = (json: string) => anyone !== null && json.search(anyone) >= 0

  return {
    isIn,
    /** Of an archive line that speaks of them: what happened, and to whom only by the name that is used in here. */
    line(json: string): string {
      const named = elsewhere ? json.replace(elsewhere, gone) : json
      const emptied = (field: string, value: unknown) =>
        nameFields.includes(field) && typeof value === 'string' ? '' : value
      const line = JSON.parse(named, emptied) as Record<string, unknown>
      const isTheirs = deedFields?.by.some((field) => ids.some((id) => line[field] === id)) ?? false
      const blank = isTheirs && deedFields ? deedFields.from.filter((field) => typeof line[field] === 'string') : []
      return JSON.stringify({ ...line, ...Object.fromEntries(blank.map((field) => [field, ''])) })
    },
  }
}

/** That something happened, when, and by whom. */
export const withoutContent = ({ seq, epoch, at, actor, command, commandId, refused }: Entry): Entry => ({
  ...{ seq, epoch, at, actor, command, commandId },
  ...{ input: null, output: null, changes: [], archive: [] },
  ...(refused && { refused }),
})
