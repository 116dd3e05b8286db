import { Entry } from '../../engine/entry.ts'
import { damaged, type Place } from './place.ts'
import type { StreamRow } from './streamRow.ts'

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
