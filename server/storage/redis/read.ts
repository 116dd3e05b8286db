import type { Entry } from '../../engine/entry.ts'
import type { ArchivePage, ArchiveQuery, KeptAnswer } from '../../engine/storage.ts'
import { archivePageOf, type FoundRow } from '../archivePage.ts'
import type { RecordMigration } from '../migrations.ts'
import { archivePosition, ROWS_PER_ENTRY, seqOfPosition } from '../records.ts'
import { damaged, type Place } from './keys.ts'
import type { Caller } from './lua/script.ts'
import { archiveRecordOf, entryOf, type StreamRow, streamRows } from './rows.ts'
import { readStoreState } from './storeState.ts'

const PAGE = 500

export interface ViewedAs {
  readonly format: number
  readonly migration: RecordMigration
}

/**
 * Reads the journal and the archives. @throws DamagedStore
 * @param viewedAs the format in which a follower found the store, if that was an older one, and the way to the newest
 */
export function createReads(place: Place, { call }: Caller, viewedAs: () => ViewedAs | null) {
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
  const entriesAfter = async (seq: number, limit: number): Promise<readonly Entry[]> => {
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
  }
  return {
    /** A follower may be here before the leader has migrated the store: then what it reads is migrated in memory. */
    async tail(seq: number, limit: number): Promise<readonly Entry[]> {
      const entries = await entriesAfter(seq, limit)
      const viewed = viewedAs()
      if (!viewed) return entries
      const isStillOlder = (await call(['HGET', keys.format, 'form'])) === String(viewed.format)
      if (!isStillOlder) return entriesAfter(seq, limit)
      return entries.map((entry) => viewed.migration.migrate('journal', entry) as Entry)
    },
    /** By the index of command ids, which the journal's front leaves together with its entries. */
    async findAnswer(actor: string, commandId: string): Promise<KeptAnswer | null> {
      const seq = await call(['ZSCORE', keys.ids, `${actor} ${commandId}`])
      if (seq === null) return null
      const [row] = streamRows(await call(['XRANGE', keys.journal, `${seq}-0`, `${seq}-0`]))
      if (!row) throw damaged(place, `has lost entry ${seq}, which answers a command id.`)
      return entryOf(row, place)
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
