import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { DocumentId } from '../../../shared/engine/document.ts'
import { documentChecksum } from './checksum.ts'
import type { Meta } from './meta.ts'
import type { StorePaths } from './paths.ts'
import { damaged } from './remedies.ts'

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
export const readDocuments = (database: DatabaseSync, paths: StorePaths, meta: Meta) => {
  const documents: KeptDocument[] = []
  const each = eachDocument(database, paths, meta)
  for (let next = each.next(); ; next = each.next()) {
    if (next.done) return { documents, unfinished: next.value }
    documents.push(next.value)
  }
}
