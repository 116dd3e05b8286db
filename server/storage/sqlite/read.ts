import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { Entry } from '../../engine/entry.ts'
import type { ArchivePage, ArchiveQuery } from '../../engine/storage.ts'
import { archivePageOf } from '../archivePage.ts'
import { type ArchiveRecord, idTimeOf, ROWS_PER_ENTRY, seqOfPosition } from '../records.ts'
import { commandIdKey, entryChecksum, rowChecksum } from './database.ts'
import type { StorePaths } from './paths.ts'
import { damaged } from './problems.ts'
import type { RowsByPerson } from './rowsByPerson.ts'

/** Users' command ids begin with a hexadecimal digit, and those of the hub itself with an h. */
const BEHIND_USERS_IDS = 'g'
const COLUMNS = 'kind, position, at, about, crc, json'

/**
 * Reads durable rows. Every row is compared with its checksum.
 * @param trimmedTo entries up to this one are no longer in the journal
 * @param waitingAbout see `createRowsByPerson` @throws Damage
 */
export const createReads = (
  database: DatabaseSync,
  paths: StorePaths,
  trimmedTo: () => number,
  waitingAbout: RowsByPerson['waitingAbout'] = () => [],
) => {
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
  const rowAt = database.prepare(`SELECT ${COLUMNS} FROM archive WHERE kind = ? AND position = ?`)
  const aboutBelow = database.prepare(
    `SELECT ${COLUMNS} FROM archive_about JOIN archive USING (kind, position)
     WHERE person = ? AND kind = ? AND position < ? ORDER BY position DESC LIMIT ?`,
  )

  const withCommandId = database.prepare(
    'SELECT seq, top_at AS topAt, crc, json FROM journal WHERE command_id = ? ORDER BY seq',
  )
  const newestId = database.prepare('SELECT max(command_id) AS id FROM journal WHERE command_id < ?')

  const placeOf = (row: Record<string, unknown> | undefined) =>
    row ? { position: Number(row.position), at: Number(row.at) } : null
  const rowsAbout = (person: string, kind: string, before: number, count: number) => {
    const waiting = waitingAbout(person, kind)
    const newest = waiting
      .filter((position) => position < before)
      .slice(0, count)
      .flatMap((position) => rowAt.all(kind, position))
    const indexedBefore = Math.min(before, waiting.at(-1) ?? before)
    return [...newest, ...aboutBelow.all(person, kind, indexedBefore, count - newest.length)]
  }
  const foundIn = (rows: readonly unknown[]) =>
    rows.map((found) => {
      const { row, record } = checkedRow(found, paths)
      return { position: row.position, record }
    })
  return {
    tail(seq: number, limit: number): string[] {
      if (seq < trimmedTo())
        throw new Error(`Entries up to ${trimmedTo()} are not kept here: there is none after ${seq}.`)
      return after.all(seq, limit).map((row, offset) => {
        const found = checkedEntry(row, paths)
        if (found.seq !== seq + 1 + offset) throw damaged(paths, `has a gap before entry ${found.seq}.`)
        return found.json
      })
    },
    /** The entry of the actor that has this command id, as JSON. */
    findAnswer(actor: string, commandId: string): string | null {
      for (const row of withCommandId.iterate(commandIdKey(commandId))) {
        const { json, entry } = checkedEntry(row, paths)
        if (entry.actor === actor && entry.commandId === commandId) return json
      }
      return null
    },
    newestIdAt: () => idTimeOf(String(newestId.get(BEHIND_USERS_IDS)?.id ?? '')),
    archivePage: (query: ArchiveQuery): Promise<ArchivePage> =>
      archivePageOf(query, {
        rowsBelow: async (before, count) =>
          foundIn(
            query.about === undefined
              ? below.all(query.kind, before, count)
              : rowsAbout(query.about, query.kind, before, count),
          ),
        rowFrom: async (position) => placeOf(rowFrom.get(query.kind, position)),
        newest: async () => placeOf(newestRow.get(query.kind)),
      }),
  }
}

/** One row of the journal. @throws Damage when it is not as it was written */
export const checkedEntry = (row: Record<string, unknown>, paths: StorePaths) => {
  const { seq, topAt, json } = entryText(row, paths)
  const entry = Entry.safeParse(parsed(json))
  if (!entry.success || entry.data.seq !== seq) throw damaged(paths, `holds entry ${seq}, which is not an entry.`)
  return { seq, topAt, json, entry: entry.data }
}

/** The same without a check of its shape: of a store of an older format. */
export const entryText = ({ seq, topAt, crc, json }: Record<string, unknown>, paths: StorePaths) => {
  if (typeof seq !== 'number' || typeof topAt !== 'number' || typeof json !== 'string') {
    throw damaged(paths, `holds entry ${seq}, which is invalid.`)
  }
  if (crc !== entryChecksum(seq, topAt, json)) throw damaged(paths, `holds entry ${seq} changed since it was written.`)
  return { seq, topAt, json }
}

const ArchiveRow = z.object({
  kind: z.string(),
  position: z.int(),
  at: z.number(),
  about: z.string(),
  crc: z.int(),
  json: z.string(),
})
const About = z.array(z.string())
const Content = z.record(z.string(), z.unknown())

/** One row of an archive. @throws Damage when it is not as it was written */
export const checkedRow = (found: unknown, paths: StorePaths) => {
  const { success, data: row } = ArchiveRow.safeParse(found)
  if (!success) throw damaged(paths, 'holds an invalid row of an archive.')
  if (row.crc !== rowChecksum(row)) throw rowChanged(row.kind, paths)
  const { kind, position, at } = row
  const record: ArchiveRecord = {
    kind,
    seq: seqOfPosition(position),
    position: position % ROWS_PER_ENTRY,
    at,
    about: About.parse(JSON.parse(row.about)),
    row: Content.parse(JSON.parse(row.json)),
  }
  return { row, record }
}

/**
 * One row of an archive as the line of an export: its record, whose parts are JSON already. Its checksum says that they are as the hub wrote
 * them. @throws Damage when it is not as it was written
 */
export const rowText = (
  { kind, position, at, about, crc, json }: Record<string, unknown>,
  paths: StorePaths,
): string => {
  if (
    typeof kind !== 'string' ||
    typeof position !== 'number' ||
    typeof at !== 'number' ||
    typeof about !== 'string' ||
    typeof json !== 'string'
  )
    throw damaged(paths, 'holds an invalid row of an archive.')
  if (crc !== rowChecksum({ kind, position, at, about, json })) throw rowChanged(kind, paths)
  const [seq, place] = [seqOfPosition(position), position % ROWS_PER_ENTRY]
  return `{"kind":${JSON.stringify(kind)},"seq":${seq},"position":${place},"at":${JSON.stringify(at)},"about":${about},"row":${json}}`
}

const rowChanged = (kind: string, paths: StorePaths) =>
  damaged(paths, `holds a row of archive ${kind} changed since it was written.`)

export const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
