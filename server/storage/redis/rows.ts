import { z } from 'zod'
import { DocumentId } from '../../../shared/engine/document.ts'
import { Entry } from '../../engine/entry.ts'
import type { Stored } from '../../engine/storage.ts'
import type { RecordMigration } from '../migrations.ts'
import type { ArchiveRecord } from '../records.ts'
import { damaged, type Place } from './keys.ts'
import type { Caller } from './lua/script.ts'

/** One entry of a Redis stream. */
export interface StreamRow {
  /** "<seq>-<position>" */
  readonly id: string
  readonly seq: number
  readonly position: number
  readonly fields: Readonly<Record<string, string>>
}

/** Parses the answer of XRANGE and XREVRANGE. */
export const streamRows = (answer: unknown): StreamRow[] =>
  Array.isArray(answer) ? answer.flatMap((found) => toRow(found) ?? []) : []

/** Parses the answer of XREAD of one stream; null means nothing new. */
export const readRows = (answer: unknown): StreamRow[] => {
  const [stream] = Array.isArray(answer) ? (answer as readonly unknown[]) : []
  return Array.isArray(stream) ? streamRows(stream[1]) : []
}

/** Checked without a schema: many thousands arrive in a second. */
const toRow = (found: unknown): StreamRow | null => {
  if (!Array.isArray(found)) return null
  const [id, pairs] = found as readonly unknown[]
  if (typeof id !== 'string' || !Array.isArray(pairs)) return null
  const fields: Record<string, string> = {}
  for (let at = 0; at + 1 < pairs.length; at += 2) fields[String(pairs[at])] = String(pairs[at + 1])
  const dash = id.indexOf('-')
  return { id, seq: Number(id.slice(0, dash)), position: Number(id.slice(dash + 1)), fields }
}

const SCAN_COUNT = '500'

/** All fields of a hash, or members and scores of a sorted set. Redis may give one twice. */
export async function* scanPairs(
  { call }: Caller,
  command: 'HSCAN' | 'ZSCAN',
  key: string,
): AsyncGenerator<readonly [string, string]> {
  let cursor = '0'
  do {
    const [next, pairs] = (await call([command, key, cursor, 'COUNT', SCAN_COUNT])) as [string, string[]]
    for (let at = 0; at + 1 < pairs.length; at += 2) yield [pairs[at] ?? '', pairs[at + 1] ?? '']
    cursor = next
  } while (cursor !== '0')
}

/** Pages of a stream, from an id on. */
export async function* streamPages({ call }: Caller, key: string, from: string, to: string, count = 200) {
  for (let next = from; ; ) {
    const page = streamRows(await call(['XRANGE', key, next, to, 'COUNT', String(count)]))
    if (page.length > 0) yield page
    if (page.length < count) return
    next = `(${page.at(-1)?.id}`
  }
}

/** The entry of a journal row, which this hub wrote: not checked in full. @throws DamagedStore */
export const entryOf = ({ id, seq, position, fields }: StreamRow, place: Place): Entry => {
  const entry = parsed(fields.e ?? '') as Entry | null
  if (position !== 0 || entry?.seq !== seq) throw damaged(place, `holds ${id} in the journal, which is not an entry.`)
  return entry
}

/** The same, checked in full. @param migration for the row of an older format @throws DamagedStore */
export const checkedEntryOf = (row: StreamRow, place: Place, migration?: RecordMigration): Entry => {
  const found = entryOf(row, place)
  const { success, data: entry } = Entry.safeParse(migration?.migrate('journal', found) ?? found)
  if (!success) throw damaged(place, `holds entry ${row.seq}, which is not as a hub writes it.`)
  return entry
}

/** A document as `docs` and `staged` hold it. */
export const documentText = ({ version, json }: { readonly version: number; readonly json: string }) =>
  `${version} ${json}`

/** @throws DamagedStore */
export function storedOf(place: Place, name: string, text: string): Stored {
  const [, version, json] = /^(\d+) (.*)$/s.exec(text) ?? []
  const { success, data: id } = DocumentId.safeParse(name)
  const value = json === undefined ? null : parsed(json)
  if (success && version !== undefined && value && !Array.isArray(value)) return { id, version: Number(version), value }
  throw damaged(place, `holds document ${name}, which is not as a hub writes it.`)
}

/** Whether a field of `staged` is an answer, as format 2 staged them, and no document. */
export const isStagedAnswer = (field: string) => field.startsWith('#')

const About = z.array(z.string())

/** @throws DamagedStore */
export function archiveRecordOf(place: Place, kind: string, { id, seq, position, fields }: StreamRow): ArchiveRecord {
  const content = parsed(fields.e ?? '')
  const { success, data: about } = About.safeParse(parsed(fields.a ?? ''))
  if (!content || Array.isArray(content) || !success)
    throw damaged(place, `holds row ${id} of archive ${kind}, which is not as a hub writes it.`)
  return { kind, seq, position, at: Number(fields.t), about, row: content as ArchiveRecord['row'] }
}

const parsed = (json: string): object | null => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
