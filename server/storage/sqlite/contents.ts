import type { DatabaseSync } from 'node:sqlite'
import { type Meta, readMeta } from './meta.ts'
import type { StorePaths } from './paths.ts'
import { type KeptDocument, readDocuments } from './readDocuments.ts'
import { readEntries } from './readEntries.ts'
import { damaged } from './remedies.ts'
import { TABLES } from './schema.ts'

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
export const readStanding = (database: DatabaseSync, paths: StorePaths) => {
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
  const standing = readStanding(database, paths)
  const { documents, unfinished } = readDocuments(database, paths, standing.meta)
  return { ...standing, documents, unfinished, entries: readEntries(database, paths, standing.meta, documents) }
}
