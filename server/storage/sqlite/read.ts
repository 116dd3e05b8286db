import type { ArchivePage, ArchiveQuery } from '../../engine/storage.ts'
import { archivePageOf } from '../archivePage.ts'
import { checkedEntry, checkedRow } from './load.ts'
import type { OpenStore } from './open.ts'
import { damaged } from './problems.ts'

const COLUMNS = 'kind, position, at, about, crc, json'

/** Reads what is durable. Every row is compared with its checksum. @throws Damage */
export const createReads = (store: OpenStore) => {
  const { database, paths } = store
  const after = database.prepare(
    'SELECT seq, top_at AS topAt, crc, json FROM journal WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const newestRow = database.prepare('SELECT position, at FROM archive WHERE kind = ? ORDER BY position DESC LIMIT 1')
  const rowFrom = database.prepare(
    'SELECT position, at FROM archive WHERE kind = ? AND position >= ? ORDER BY position LIMIT 1',
  )
  const below = database.prepare(
    `SELECT ${COLUMNS} FROM archive WHERE kind = ? AND position < ? ORDER BY position DESC LIMIT ?`,
  )
  const aboutBelow = database.prepare(
    `SELECT ${COLUMNS} FROM archive_about JOIN archive USING (kind, position)
     WHERE person = ? AND kind = ? AND position < ? ORDER BY position DESC LIMIT ?`,
  )

  const placeOf = (row: Record<string, unknown> | undefined) =>
    row ? { position: Number(row.position), at: Number(row.at) } : null
  const foundIn = (rows: readonly unknown[]) =>
    rows.map((found) => {
      const { row, record } = checkedRow(found, paths)
      return { position: row.position, record }
    })
  return {
    tail(seq: number, limit: number): string[] {
      const { trimmedTo } = store.meta
      if (seq < trimmedTo) throw new Error(`Entries up to ${trimmedTo} are not kept here: there is none after ${seq}.`)
      return after.all(seq, limit).map((row, offset) => {
        const found = checkedEntry(row, paths)
        if (found.seq !== seq + 1 + offset) throw damaged(paths, `has a gap before entry ${found.seq}.`)
        return found.json
      })
    },
    archivePage: (query: ArchiveQuery): Promise<ArchivePage> =>
      archivePageOf(query, {
        rowsBelow: async (before, count) =>
          foundIn(
            query.about === undefined
              ? below.all(query.kind, before, count)
              : aboutBelow.all(query.about, query.kind, before, count),
          ),
        rowFrom: async (position) => placeOf(rowFrom.get(query.kind, position)),
        newest: async () => placeOf(newestRow.get(query.kind)),
      }),
  }
}
