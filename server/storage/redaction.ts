import type { RowErasure } from '../../shared/engine/archive.ts'
import type { Entry } from '../engine/entry.ts'
import type { Erasure } from '../engine/storage.ts'

/** Characters that continue an id: `demo-player` is not found within `demo-player-2`. */
const letter = '[\\p{L}\\p{N}_-]'
/** The same before an id; but the last letter of an escape sequence within JSON, as of a line feed, is none. */
const noLetterBefore = `(?:(?<!${letter})|(?<=\\\\(?:[bfnrt]|u[0-9a-f]{4})))`
const escaped = (id: string) => id.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
/** As it is written within JSON. */
const inJson = (id: string) => escaped(JSON.stringify(id).slice(1, -1))

const ERASED = '[erased]'

/** A row of an archive before and after an erasure. */
export interface RedactedRow {
  readonly about: readonly string[]
  readonly json: string
}

/** Finds and removes the data that a store holds about persons. The same for every store. */
export function createRedaction({ ids, externalIds, archives }: Erasure) {
  const matching = (all: readonly string[]) => {
    const some = all.filter((id) => id !== '')
    return some.length > 0 ? new RegExp(`${noLetterBefore}(?:${some.map(inJson).join('|')})(?!${letter})`, 'gu') : null
  }
  const anyId = matching([...ids, ...externalIds])
  const externalId = matching(externalIds)
  const persons = new Set([...ids, ...externalIds])

  const mentions = (json: string) => anyId !== null && json.search(anyId) >= 0
  const withoutExternalIds = (text: string) => (externalId ? text.replace(externalId, ERASED) : text)

  const emptied = (json: string, parts: Exclude<RowErasure, 'delete'>) => {
    const row = JSON.parse(json) as Row
    const isTheirs = (path: string) => persons.has(String(valueAt(row, path)))
    for (const field of parts.flatMap(({ person, fields }) => (isTheirs(person) ? fields : [])))
      if (row[field] !== undefined) row[field] = withoutNames(row[field])
    return withoutExternalIds(JSON.stringify(row))
  }

  return {
    mentions,
    /** Whether rows that are not about the persons may mention them. */
    mayBeMentioned: externalId !== null,
    persons,
    /** The row after the erasure; the same object when it does not change. */
    row(kind: string, row: RedactedRow): RedactedRow | 'delete' {
      const isAbout = row.about.some((person) => persons.has(person))
      const policy = isAbout ? (archives[kind] ?? 'delete') : null
      if (policy === 'delete') return 'delete'
      const about = row.about.filter((person) => !externalIds.includes(person))
      const json = policy ? emptied(row.json, policy) : withoutExternalIds(row.json)
      return about.length === row.about.length && json === row.json ? row : { about, json }
    },
    /** The entry after the erasure: only that something happened, when, and by whom. */
    entry: (json: string): string =>
      mentions(json) ? JSON.stringify(withoutContent(JSON.parse(json) as Entry)) : json,
  }
}
type Row = Record<string, unknown>

const valueAt = (row: Row, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row)

/** An empty text; or an object whose names are empty, at any depth. */
const withoutNames = (value: unknown): unknown =>
  typeof value === 'string'
    ? ''
    : JSON.parse(JSON.stringify(value), (field, one) => (field === 'name' && typeof one === 'string' ? '' : one))

export type Redaction = ReturnType<typeof createRedaction>

export const withoutContent = ({ seq, epoch, at, actor, command, commandId, refused }: Entry): Entry => ({
  seq,
  epoch,
  at,
  actor,
  command,
  commandId,
  input: null,
  output: null,
  changes: [],
  archive: [],
  ...(refused && { refused }),
})
