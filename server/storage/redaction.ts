import { placeIn, type RowErasure } from '../../shared/engine/archive.ts'
import type { Entry } from '../engine/entry.ts'
import { ERASED, idsPattern } from '../engine/erasedIds.ts'
import type { Erasure } from '../engine/storage.ts'

/** A row of an archive before and after an erasure. */
export interface RedactedRow {
  readonly about: readonly string[]
  readonly json: string
}

/** Finds and removes the data that a store holds about persons. The same for every store. */
export function createRedaction({ ids, externalIds, archives }: Erasure) {
  const anyId = idsPattern([...ids, ...externalIds], { inJson: true })
  const externalId = idsPattern(externalIds, { inJson: true })
  const persons = new Set([...ids, ...externalIds])

  const mentions = (json: string) => anyId !== null && json.search(anyId) >= 0
  const hasExternalId = (text: string) => externalId !== null && text.search(externalId) >= 0

  /** A text with an id around which there is more is replaced as a whole: such texts name the person as well. */
  const withoutTexts = (value: unknown): unknown => {
    if (typeof value === 'string') return hasExternalId(value) ? ERASED : value
    if (Array.isArray(value)) return value.map(withoutTexts)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [
        externalId ? field.replace(externalId, ERASED) : field,
        withoutTexts(inner),
      ]),
    )
  }
  const withoutExternalIds = (json: string) =>
    hasExternalId(json) ? JSON.stringify(withoutTexts(JSON.parse(json))) : json

  const emptied = (json: string, parts: Exclude<RowErasure, 'delete'>) => {
    const row = JSON.parse(json) as Row
    const isTheirs = ({ person, unless = [] }: (typeof parts)[number]) =>
      persons.has(String(valueAt(row, person))) && !unless.some((other) => valueAt(row, other))
    for (const path of parts.filter(isTheirs).flatMap(({ fields }) => fields)) {
      const [holder, field] = placeIn(row, path)
      if (holder && holder[field] !== undefined) holder[field] = withoutNames(holder[field])
    }
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
      const declared = archives[kind] ?? 'delete'
      if (isAbout && declared === 'delete') return 'delete'
      const about = row.about.filter((person) => !externalIds.includes(person))
      // A row of an older release may name a person whom its archive declares since.
      const isEmptied = declared !== 'delete' && (isAbout || hasExternalId(row.json))
      const json = isEmptied ? emptied(row.json, declared) : withoutExternalIds(row.json)
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
