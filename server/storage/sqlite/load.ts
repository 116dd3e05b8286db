import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { DocumentId } from '../../../shared/engine/document.ts'
import type { DocumentText } from '../documentSlices.ts'
import { archivePosition, followVersions } from '../records.ts'
import { commandIdKey, documentChecksum, formatIn, type Meta, readMeta, tablesOf } from './database.ts'
import type { StorePaths } from './paths.ts'
import { damaged } from './problems.ts'
import { checkedEntry, checkedRow, parsed } from './read.ts'
import type { WrittenRow } from './rowsByPerson.ts'

/**
 * Some documents as one JSON text, a list of `Stored`, in UTF-8: outside of the heap, and passed to the hub's thread without being copied.
 */
export type DocumentsText = Uint8Array<ArrayBuffer>

export interface Contents {
  readonly meta: Meta
  /** The last entry's number and the latest time of all; 0 in an empty journal. */
  readonly last: number
  readonly topAt: number
  readonly documents: readonly DocumentsText[]
  readonly obsolete: readonly ObsoleteRow[]
  /** Rows of archives that may not be found by person. */
  readonly unindexed: readonly WrittenRow[]
}

/** A row of `documents` that a kill has left: of a checkpoint that was not finished, or replaced by one that was. */
export interface ObsoleteRow {
  readonly id: string
  readonly round: number
}

/** Reads the documents, and checks that they and the entries after them are all that a hub needs. @throws Damage, and SQLite's own errors on damaged pages */
export const readContents = (database: DatabaseSync, paths: StorePaths): Contents => {
  const state = readState(database, paths)
  const versions = state.last > state.meta.checkpointSeq ? new Map<string, number>() : null
  const { documents, obsolete } = readDocuments(database, paths, state.meta, versions)
  if (versions) checkEntries(database, paths, state.meta, versions)
  return { ...state, documents, obsolete, unindexed: versions ? rowsAfter(database, paths, state.meta) : [] }
}

/** How far the store is, if it has the right tables and no entry is missing. @throws Damage, and SQLite's own errors on damaged pages */
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

const checkPages = (database: DatabaseSync, paths: StorePaths) => {
  const complaints = database.prepare('PRAGMA integrity_check(1)').all()
  const complaint = complaints[0]?.integrity_check
  if (complaint !== 'ok') throw damaged(paths, `has damaged pages (${complaint}).`)
}

const checkSchema = (database: DatabaseSync, paths: StorePaths) => {
  const rows = database.prepare("SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'").all()
  const found = rows.map((row) => row.sql).sort()
  const expected = tablesOf(formatIn(database)).toSorted()
  if (found.length !== expected.length || !expected.every((sql, at) => sql === found[at])) {
    throw damaged(paths, 'does not have the tables of a journal, or others beside them.')
  }
}

/** The journal's end. Counts all entries, so that a missing one is detected. */
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

const CHARACTERS_AT_ONCE = 400_000

/** @param versions gets the version of each document, where the entries after them have to be checked */
const readDocuments = (database: DatabaseSync, paths: StorePaths, meta: Meta, versions: Map<string, number> | null) => {
  const encoder = new TextEncoder()
  const documents: DocumentsText[] = []
  let [texts, characters]: [string[], number] = [[], 0]
  const finish = () => {
    if (texts.length > 0) documents.push(encoder.encode(`[${texts.join(',')}]`))
    ;[texts, characters] = [[], 0]
  }
  const each = eachDocument(database, paths, meta)
  for (let next = each.next(); ; next = each.next()) {
    if (next.done) {
      finish()
      return { documents, obsolete: next.value }
    }
    const { id, version, json } = next.value
    versions?.set(id, version)
    texts.push(`{"id":${JSON.stringify(id)},"version":${version},"value":${json}}`)
    characters += json.length
    if (characters >= CHARACTERS_AT_ONCE) finish()
  }
}

const DocumentRow = z.object({
  id: DocumentId,
  round: z.int().positive(),
  version: z.int().nonnegative(),
  crc: z.int(),
  json: z.string(),
})
type DocumentRow = z.infer<typeof DocumentRow>

/**
 * The documents of the last finished checkpoint: of each the newest row that belongs to it or to an earlier one.
 * Returns the other rows.
 */
export function* eachDocument(
  database: DatabaseSync,
  paths: StorePaths,
  meta: Meta,
): Generator<DocumentText, ObsoleteRow[]> {
  const rows = database.prepare('SELECT id, round, version, crc, json FROM documents ORDER BY id, round').iterate()
  const obsolete: ObsoleteRow[] = []
  let newest: DocumentRow | null = null
  let count = 0
  let digest = 0
  for (const found of rows) {
    const row = checkedDocument(found, paths)
    if (row.round > meta.round) {
      obsolete.push({ id: row.id, round: row.round })
      continue
    }
    if (newest?.id === row.id) obsolete.push({ id: newest.id, round: newest.round })
    else if (newest) yield documentText(newest, paths)
    count += newest?.id === row.id ? 0 : 1
    digest ^= newest?.id === row.id ? newest.crc ^ row.crc : row.crc
    newest = row
  }
  if (newest) yield documentText(newest, paths)
  if (count !== meta.documents || digest !== meta.digest) {
    throw damaged(paths, `holds ${count} documents that are not the ${meta.documents} of its last checkpoint.`)
  }
  return obsolete
}

const checkedDocument = (found: unknown, paths: StorePaths): DocumentRow => {
  const { success, data: row } = DocumentRow.safeParse(found)
  if (!success) throw damaged(paths, 'holds an invalid row of documents.')
  if (row.crc !== documentChecksum(row.id, row.round, row.version, row.json)) {
    throw damaged(paths, `holds document ${row.id} changed since it was written.`)
  }
  return row
}

const documentText = ({ id, version, json }: DocumentRow, paths: StorePaths): DocumentText => {
  const value = parsed(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw damaged(paths, `holds document ${id}, which is not JSON.`)
  return { id, version, json }
}

/** The rows of archives of the entries after the checkpoint. @throws Damage */
const rowsAfter = (database: DatabaseSync, paths: StorePaths, { checkpointSeq }: Meta): WrittenRow[] => {
  const nextKind = database.prepare('SELECT kind FROM archive WHERE kind > ? ORDER BY kind LIMIT 1')
  const rows = database.prepare(
    'SELECT kind, position, at, about, crc, json FROM archive WHERE kind = ? AND position >= ?',
  )
  const found: WrittenRow[] = []
  for (let next = nextKind.get(''); next; next = nextKind.get(String(next.kind)))
    for (const each of rows.iterate(String(next.kind), archivePosition(checkpointSeq + 1, 0))) {
      const { row, record } = checkedRow(each, paths)
      found.push({ kind: row.kind, position: row.position, about: record.about })
    }
  return found
}

/** Checks that the entries after the checkpoint have no gaps and fit the documents they change. Keeps none of them. @throws Damage */
const checkEntries = (database: DatabaseSync, paths: StorePaths, meta: Meta, versions: Map<string, number>): void => {
  const rows = database.prepare(
    'SELECT seq, top_at AS topAt, crc, json, command_id AS commandId FROM journal WHERE seq > ? ORDER BY seq',
  )
  let last = meta.checkpointSeq
  for (const row of rows.iterate(last)) {
    const { seq, entry } = checkedEntry(row, paths)
    if (seq !== last + 1) throw damaged(paths, `has a gap before entry ${seq}.`)
    if (entry.epoch > meta.epoch) throw damaged(paths, `holds entry ${seq} of a later epoch than its own.`)
    if (commandIdKey(entry.commandId) !== row.commandId)
      throw damaged(paths, `holds entry ${seq} under a command id that is not its own.`)
    const wrong = followVersions(entry, versions)
    if (wrong) throw damaged(paths, wrong)
    last = seq
  }
}
