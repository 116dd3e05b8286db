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

/** The documents of the last finished checkpoint: of each the newest row that belongs to it or to an earlier one. */
export const readDocuments = (database: DatabaseSync, paths: StorePaths, meta: Meta) => {
  const current = new Map<DocumentId, Row>()
  const unfinished: string[] = []
  for (const found of database
    .prepare('SELECT id, round, version, crc, json FROM documents ORDER BY id, round')
    .iterate()) {
    const row = checkedRow(found, paths)
    if (row.round <= meta.round) current.set(row.id, row)
    else unfinished.push(row.id)
  }
  const rows = [...current.values()]
  if (rows.length !== meta.documents || rows.reduce((digest, row) => digest ^ row.crc, 0) !== meta.digest) {
    throw damaged(paths, `holds ${rows.length} documents that are not the ${meta.documents} of its last checkpoint.`)
  }
  for (const row of rows) if (!isObject(row.json)) throw damaged(paths, `holds document ${row.id}, which is not JSON.`)
  const documents: KeptDocument[] = rows.map(({ id, version, json }) => ({ id, version, json }))
  return { documents, unfinished }
}
