import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { DocumentId } from '../../../shared/engine/document.ts'
import { Entry } from '../../engine/entry.ts'
import { documentChecksum, entryChecksum, type Meta, readMeta, TABLES } from './database.ts'
import type { StorePaths } from './folder.ts'
import { damaged } from './problems.ts'

export interface Contents {
  readonly meta: Meta
  /** The last entry's number and the latest time of all, 0 in an empty journal. */
  readonly last: number
  readonly topAt: number
  readonly documents: readonly KeptDocument[]
  /** Documents of a checkpoint that was not finished. */
  readonly unfinished: readonly string[]
  /** The entries after the checkpoint, as JSON. */
  readonly entries: readonly string[]
}

const checkPages = (database: DatabaseSync, paths: StorePaths) => {
  const complaints = database.prepare('PRAGMA integrity_check(1)').all()
  const complaint = complaints[0]?.integrity_check
  if (complaint !== 'ok') throw damaged(paths, `has damaged pages (${complaint}).`)
}

const checkSchema = (database: DatabaseSync, paths: StorePaths) => {
  const rows = database.prepare("SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'").all()
  const found = rows.map((row) => row.sql).sort()
  const expected = Object.values(TABLES).sort()
  if (found.length !== expected.length || !expected.every((sql, place) => sql === found[place])) {
    throw damaged(paths, 'does not have the tables of a journal, or others beside them.')
  }
}

/** The journal's end. Counts all entries: one that is missing anywhere is missing from the audit. */
export const readEnd = (database: DatabaseSync, { trimmedTo }: Meta) => {
  const row = database
    .prepare('SELECT max(seq) AS last, min(seq) AS first, count(*) AS entries, max(top_at) AS topAt FROM journal')
    .get()
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  return {
    last: Math.max(number(row?.last), trimmedTo),
    first: number(row?.first),
    entries: number(row?.entries),
    topAt: number(row?.topAt),
  }
}

/** How far the store is, when it has the form of one and no entry is missing. @throws Damage, and SQLite's own errors on damaged pages */
export const readState = (database: DatabaseSync, paths: StorePaths) => {
  checkPages(database, paths)
  checkSchema(database, paths)
  const meta = readMeta(database)
  if (!meta) throw damaged(paths, 'has lost the row that says how far it is.')
  const { last, first, entries, topAt } = readEnd(database, meta)
  if (entries !== last - meta.trimmedTo || (entries > 0 && first !== meta.trimmedTo + 1)) {
    throw damaged(paths, `holds ${entries} entries numbered ${first} to ${last}: some are missing.`)
  }
  if (meta.checkpointSeq > last) {
    throw damaged(paths, `has a checkpoint of entry ${meta.checkpointSeq}, but entries only up to ${last}.`)
  }
  return { meta, last, topAt }
}

/** Everything a hub needs, read and checked. @throws Damage, and SQLite's own errors on damaged pages */
export const readContents = (database: DatabaseSync, paths: StorePaths): Contents => {
  const standing = readState(database, paths)
  const { documents, unfinished } = readDocuments(database, paths, standing.meta)
  return { ...standing, documents, unfinished, entries: readEntries(database, paths, standing.meta, documents) }
}

export interface KeptDocument {
  readonly id: DocumentId
  readonly version: number
  readonly json: string
}

const Row = z.object({
  id: DocumentId,
  round: z.int().positive(),
  version: z.int().nonnegative(),
  crc: z.int(),
  json: z.string(),
})
type Row = z.infer<typeof Row>

const isObject = (json: string) => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const checkedRow = (found: unknown, paths: StorePaths): Row => {
  const { success, data: row } = Row.safeParse(found)
  if (!success) throw damaged(paths, 'holds a row of documents that is none.')
  if (row.crc !== documentChecksum(row.id, row.round, row.version, row.json)) {
    throw damaged(paths, `holds document ${row.id} changed since it was written.`)
  }
  return row
}

/**
 * The documents of the last finished checkpoint, one after the other: of each the newest row that belongs to it or to an earlier one.
 * Gives back the ids of those that belong to none.
 */
export function* eachDocument(
  database: DatabaseSync,
  paths: StorePaths,
  meta: Meta,
): Generator<KeptDocument, string[]> {
  const rows = database.prepare('SELECT id, round, version, crc, json FROM documents ORDER BY id, round').iterate()
  const unfinished: string[] = []
  let newest: Row | null = null
  let count = 0
  let digest = 0
  for (const found of rows) {
    const row = checkedRow(found, paths)
    if (row.round > meta.round) {
      unfinished.push(row.id)
      continue
    }
    if (newest && newest.id !== row.id) yield toDocument(newest, paths)
    count += newest?.id === row.id ? 0 : 1
    digest ^= newest?.id === row.id ? newest.crc ^ row.crc : row.crc
    newest = row
  }
  if (newest) yield toDocument(newest, paths)
  if (count !== meta.documents || digest !== meta.digest) {
    throw damaged(paths, `holds ${count} documents that are not the ${meta.documents} of its last checkpoint.`)
  }
  return unfinished
}

const toDocument = ({ id, version, json }: Row, paths: StorePaths): KeptDocument => {
  if (!isObject(json)) throw damaged(paths, `holds document ${id}, which is not JSON.`)
  return { id, version, json }
}

/** All of them together. */
const readDocuments = (database: DatabaseSync, paths: StorePaths, meta: Meta) => {
  const documents: KeptDocument[] = []
  const each = eachDocument(database, paths, meta)
  for (let next = each.next(); ; next = each.next()) {
    if (next.done) return { documents, unfinished: next.value }
    documents.push(next.value)
  }
}

/** One row of the journal, as it was written or not at all. @throws Damage */
export const checkedEntry = (row: Record<string, unknown>, paths: StorePaths) => {
  const { seq, topAt, crc, json } = row
  const named = `entry ${seq}`
  if (typeof seq !== 'number' || typeof topAt !== 'number' || typeof json !== 'string') {
    throw damaged(paths, `holds ${named}, which is none.`)
  }
  if (crc !== entryChecksum(seq, topAt, json)) throw damaged(paths, `holds ${named} changed since it was written.`)
  const entry = parsed(json)
  if (!entry || entry.seq !== seq) throw damaged(paths, `holds ${named}, which is not an entry.`)
  return { seq, topAt, json, entry }
}

const parsed = (json: string): Entry | null => {
  try {
    return Entry.parse(JSON.parse(json))
  } catch {
    return null
  }
}

/** Each change of a document must be the next one of that document, or its beginning: one that was forgotten begins anew. */
const followVersions = (entry: Entry, versions: Map<string, number>, paths: StorePaths) => {
  for (const { id, version, patches } of entry.changes) {
    const before = versions.get(id) ?? 0
    if (version !== before + 1 && !isBeginning(version, patches)) {
      throw damaged(paths, `takes ${id} from version ${before} to ${version} in entry ${entry.seq}.`)
    }
    versions.set(id, version)
  }
}

/** Holds the whole of a document, and needs nothing before it. */
const isBeginning = (version: number, [first]: Entry['changes'][number]['patches']) =>
  version === 1 && first?.op === 'replace' && first.path.length === 0

/** The entries after the checkpoint as JSON: without gaps, and fitting the documents they change. @throws Damage */
const readEntries = (
  database: DatabaseSync,
  paths: StorePaths,
  meta: Meta,
  documents: readonly KeptDocument[],
): string[] => {
  const versions = new Map<string, number>(documents.map(({ id, version }) => [id, version]))
  const rows = database.prepare('SELECT seq, top_at AS topAt, crc, json FROM journal WHERE seq > ? ORDER BY seq')
  const entries: string[] = []
  for (const row of rows.iterate(meta.checkpointSeq)) {
    const { seq, json, entry } = checkedEntry(row, paths)
    if (seq !== meta.checkpointSeq + entries.length + 1) throw damaged(paths, `has a gap before entry ${seq}.`)
    if (entry.epoch > meta.epoch) throw damaged(paths, `holds entry ${seq} of an epoch that has not been.`)
    followVersions(entry, versions, paths)
    entries.push(json)
  }
  return entries
}
