import { Entry } from '../../engine/entry.ts'
import { damaged, type Place } from './keys.ts'

/** One entry of a Redis stream as Redis answers it. */
export interface StreamRow {
  /** "<seq>-<position>" */
  readonly id: string
  readonly seq: number
  readonly position: number
  readonly fields: Readonly<Record<string, string>>
}

/** Null when it is none: checked by hand, as many thousands come in a second. */
const toRow = (found: unknown): StreamRow | null => {
  if (!Array.isArray(found)) return null
  const [id, pairs] = found as readonly unknown[]
  if (typeof id !== 'string' || !Array.isArray(pairs)) return null
  const fields: Record<string, string> = {}
  for (let at = 0; at + 1 < pairs.length; at += 2) fields[String(pairs[at])] = String(pairs[at + 1])
  const dash = id.indexOf('-')
  return { id, seq: Number(id.slice(0, dash)), position: Number(id.slice(dash + 1)), fields }
}

/** What XRANGE and XREVRANGE answer. */
export const streamRows = (answer: unknown): StreamRow[] =>
  Array.isArray(answer) ? answer.flatMap((found) => toRow(found) ?? []) : []

/** What XREAD of one stream answers; null is nothing new. */
export const readRows = (answer: unknown): StreamRow[] => {
  const [stream] = Array.isArray(answer) ? (answer as readonly unknown[]) : []
  return Array.isArray(stream) ? streamRows(stream[1]) : []
}

/** The entry in a row that this hub wrote itself. @throws DamagedStore */
export const entryOf = ({ id, seq, position, fields }: StreamRow, place: Place): Entry => {
  const entry = parsed(fields.e ?? '')
  if (position !== 0 || entry?.seq !== seq) throw damaged(place, `holds ${id} in the journal, which is no entry.`)
  return entry
}

const parsed = (json: string): Entry | null => {
  try {
    // Checked when it was written; checked in full where all of it is loaded.
    return JSON.parse(json) as Entry
  } catch {
    return null
  }
}

/** The same, looked at in every part. @throws DamagedStore */
export const checkedEntryOf = (row: StreamRow, place: Place): Entry => {
  const { success, data: entry } = Entry.safeParse(entryOf(row, place))
  if (!success) throw damaged(place, `holds entry ${row.seq}, which is not as a hub writes it.`)
  return entry
}
