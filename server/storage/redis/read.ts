import type { Entry } from '../../engine/entry.ts'
import type { ArchivePage, ArchiveQuery } from '../../engine/storage.ts'
import { archivePageOf, type FoundRow } from '../archivePage.ts'
import { archivePosition, ROWS_PER_ENTRY, seqOfPosition } from '../records.ts'
import { damaged, type Place } from './keys.ts'
import type { Caller } from './lua/script.ts'
import { archiveRecordOf, entryOf, type StreamRow, streamRows } from './rows.ts'
import { readStoreState } from './storeState.ts'

const PAGE = 500

/** Reads the journal and the archives. @throws DamagedStore */
export function createReads(place: Place, { call }: Caller) {
  const { keys } = place

  /** The damage where an entry is missing. */
  const notFound = async (seq: number, next: number) => {
    const first = (await readStoreState(place, { call }))?.first ?? 0
    if (first < next) return damaged(place, `has a gap between entries ${seq - 1} and ${next}.`)
    return new Error(
      `Entry ${seq} is no longer in the journal of ${place.name}: it was trimmed, and begins with entry ${first}.`,
    )
  }
  /** Rows of a stream below an archive position, newest first. */
  const rowsBelow = async (kind: string, before: number, count: number): Promise<StreamRow[]> =>
    streamRows(await call(['XREVRANGE', keys.archive(kind), `(${idOf(before)}`, '-', 'COUNT', String(count)]))

  const rowAt = async (kind: string, from: number): Promise<StreamRow | undefined> =>
    streamRows(await call(['XRANGE', keys.archive(kind), idOf(from), '+', 'COUNT', '1']))[0]

  const found = (kind: string, row: StreamRow): FoundRow => {
    const record = archiveRecordOf(place, kind, row)
    return { position: archivePosition(row.seq, row.position), record }
  }
  /** The rows about a person are found by their ids. */
  const aboutBelow = async (kind: string, person: string, before: number, count: number): Promise<FoundRow[]> => {
    const key = keys.about(`${kind}/${person}`)
    const ids = (await call(['ZREVRANGEBYSCORE', key, `(${before}`, '-inf', 'LIMIT', '0', String(count)])) as string[]
    const rows = await Promise.all(ids.map((id) => call(['XRANGE', keys.archive(kind), id, id])))
    return rows.flatMap(streamRows).map((row) => found(kind, row))
  }
  return {
    async tail(seq: number, limit: number): Promise<readonly Entry[]> {
      const entries: Entry[] = []
      while (entries.length < limit) {
        const from = seq + entries.length + 1
        const count = Math.min(limit - entries.length, PAGE)
        const rows = streamRows(await call(['XRANGE', keys.journal, `${from}-0`, '+', 'COUNT', String(count)]))
        for (const row of rows) {
          const expected = seq + entries.length + 1
          if (row.seq !== expected) throw await notFound(expected, row.seq)
          entries.push(entryOf(row, place))
        }
        if (rows.length < PAGE) break
      }
      return entries
    },
    archivePage: (query: ArchiveQuery): Promise<ArchivePage> =>
      archivePageOf(query, {
        rowsBelow: async (before, count) =>
          query.about === undefined
            ? (await rowsBelow(query.kind, before, count)).map((row) => found(query.kind, row))
            : aboutBelow(query.kind, query.about, before, count),
        async rowFrom(position) {
          const row = await rowAt(query.kind, position)
          return row ? { position: archivePosition(row.seq, row.position), at: Number(row.fields.t) } : null
        },
        async newest() {
          const [row] = streamRows(await call(['XREVRANGE', keys.archive(query.kind), '+', '-', 'COUNT', '1']))
          return row ? { position: archivePosition(row.seq, row.position), at: Number(row.fields.t) } : null
        },
      }),
  }
}

const idOf = (position: number) => `${seqOfPosition(position)}-${position % ROWS_PER_ENTRY}`
