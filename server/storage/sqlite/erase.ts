import { z } from 'zod'
import type { Erasure } from '../../engine/storage.ts'
import { createRedaction, withoutContent } from '../redaction.ts'
import { entryChecksum, inTransaction, lineChecksum, writeMeta } from './database.ts'
import { checkedEntry } from './load.ts'
import type { OpenStore } from './open.ts'
import { damaged, isFull } from './problems.ts'

type Mentions = ReturnType<typeof createRedaction>

const LineRow = z.object({
  ...{ name: z.string(), key: z.string(), place: z.int() },
  ...{ at: z.number(), crc: z.int(), json: z.string() },
})

/**
 * Empties what speaks of somebody, and then writes the whole file anew: SQLite leaves bytes behind in pages that it has split,
 * moved or given up, and in its log. That takes as long as copying the file does, and needs as much room for that while.
 */
export const createForgetting = (standing: OpenStore) => {
  const { database } = standing
  const forgetDocuments = createForgetDocuments(standing)

  const forgetLists = (lists: Erasure['lists']) => {
    const remove = database.prepare('DELETE FROM archive WHERE name = ? AND key = ?')
    for (const { archive, key } of lists) remove.run(archive, key)
  }

  return (forgetting: Erasure): null => {
    const mentions = createRedaction(forgetting)
    inTransaction(database, () => {
      forgetEntries(standing, mentions)
      forgetLists(forgetting.lists)
      forgetLines(standing, mentions)
      forgetDocuments(forgetting.documents)
    })
    if (!forgetting.skipCompaction) {
      writeAnew(standing)
      emptyLog(standing)
    }
    standing.writeProgress()
    return null
  }
}

/** All of it or nothing, so that a failure leaves a journal that goes on: it says nothing of the fate of any entry. */
function writeAnew({ database, paths }: OpenStore) {
  try {
    database.exec('VACUUM')
  } catch (error) {
    if (isFull(error)) throw error
    throw new Error(`${paths.database} could not be written anew, and keeps what was to be forgotten: ${error}`)
  }
}

function emptyLog({ database }: OpenStore) {
  const [log] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
  if (log?.busy !== 0) throw new Error('The log of the journal could not be emptied.')
}

type Row = Record<string, unknown>

/** All are looked through before the first is written: a table must not be changed while it is read. */
function meantIn(rows: Iterable<Row>, mentions: Mentions): readonly Row[] {
  const meant: Row[] = []
  for (const row of rows) if (mentions.isIn(String(row.json))) meant.push(row)
  return meant
}

/** Up to the checkpoint: what comes after it is needed for the next start. */
function forgetEntries({ database, paths, meta }: OpenStore, mentions: Mentions) {
  const rows = database.prepare('SELECT seq, top_at AS topAt, crc, json FROM journal WHERE seq <= ?')
  const rewrite = database.prepare('UPDATE journal SET crc = ?, json = ? WHERE seq = ?')
  for (const row of meantIn(rows.iterate(meta.checkpointSeq), mentions)) {
    const { seq, topAt, entry } = checkedEntry(row, paths)
    const json = JSON.stringify(withoutContent(entry))
    rewrite.run(entryChecksum(seq, topAt, json), json, seq)
  }
}

function forgetLines({ database, paths }: OpenStore, mentions: Mentions) {
  const rows = database.prepare('SELECT name, key, place, at, crc, json FROM archive')
  const rewrite = database.prepare('UPDATE archive SET crc = ?, json = ? WHERE name = ? AND key = ? AND place = ?')
  for (const row of meantIn(rows.iterate(), mentions)) {
    const { name, key, place, at, crc, json } = LineRow.parse(row)
    if (crc !== lineChecksum(name, key, place, at, json))
      throw damaged(paths, `holds a line of archive ${name} changed since it was written.`)
    const line = mentions.line(json)
    rewrite.run(lineChecksum(name, key, place, at, line), line, name, key, place)
  }
}

/** The count and the digest of all documents are told in `meta`, and change with them. */
const createForgetDocuments = (standing: OpenStore) => (ids: Erasure['documents']) => {
  const { database, meta } = standing
  const valid = database.prepare('SELECT crc FROM documents WHERE id = ? AND round <= ? ORDER BY round DESC LIMIT 1')
  const remove = database.prepare('DELETE FROM documents WHERE id = ?')
  let { documents, digest } = meta
  for (const id of new Set(ids)) {
    const row = valid.get(id, meta.round)
    remove.run(id)
    if (!row) continue
    documents -= 1
    digest ^= Number(row.crc)
  }
  const left = { ...meta, documents, digest }
  writeMeta(database, left)
  standing.meta = left
}
