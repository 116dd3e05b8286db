import type { DatabaseSync } from 'node:sqlite'
import { Entry } from '../../engine/entry.ts'
import { entryChecksum } from './checksum.ts'
import type { Meta } from './meta.ts'
import type { StorePaths } from './paths.ts'
import type { KeptDocument } from './readDocuments.ts'
import { damaged } from './remedies.ts'

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
export const readEntries = (
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
