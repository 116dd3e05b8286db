import type { Erasure } from '../../engine/storage.ts'
import { createRedaction, type Redaction } from '../redaction.ts'
import { answerChecksum, entryChecksum, inTransaction, rowChecksum, writeMeta } from './database.ts'
import type { OpenStore } from './open.ts'
import { isFull } from './problems.ts'
import { checkedAnswer, checkedEntry, checkedRow } from './read.ts'

type Row = Record<string, unknown>

/**
 * Removes what the store holds about persons, and then rewrites the whole file: SQLite leaves bytes behind in pages that it has split,
 * moved or freed, and in its log. That takes as long as copying the file does, and needs as much space meanwhile.
 */
export const createErasure = (store: OpenStore) => {
  const { database, paths } = store

  /** Up to the checkpoint: the next start needs what comes after it. */
  const eraseEntries = (redaction: Redaction) => {
    const rows = database.prepare('SELECT seq, top_at AS topAt, crc, json FROM journal WHERE seq <= ?')
    const rewrite = database.prepare('UPDATE journal SET crc = ?, json = ? WHERE seq = ?')
    for (const row of mentioned(rows.iterate(store.meta.checkpointSeq), redaction)) {
      const { seq, topAt, json: before } = checkedEntry(row, paths)
      const json = redaction.entry(before)
      rewrite.run(entryChecksum(seq, topAt, json), json, seq)
    }
  }
  const eraseAnswers = (redaction: Redaction) => {
    const rows = database.prepare('SELECT seq, at, crc, json FROM answers')
    const rewrite = database.prepare('UPDATE answers SET crc = ?, json = ? WHERE seq = ?')
    for (const row of mentioned(rows.iterate(), redaction)) {
      const answer = redaction.answer(checkedAnswer(row, paths))
      const json = JSON.stringify(answer)
      rewrite.run(answerChecksum(answer.seq, answer.at, json), json, answer.seq)
    }
  }
  const rowsOf = ({ mayBeMentioned, persons, mentions }: Redaction): readonly Row[] => {
    const columns = 'kind, position, at, about, crc, json'
    if (mayBeMentioned) {
      const found: Row[] = []
      for (const row of database.prepare(`SELECT ${columns} FROM archive`).iterate())
        if (mentions(String(row.json)) || mentions(String(row.about))) found.push(row)
      return found
    }
    const about = database.prepare(
      `SELECT ${columns} FROM archive_about JOIN archive USING (kind, position) WHERE person = ?`,
    )
    return [...persons].flatMap((person) => about.all(person))
  }
  const eraseRows = (redaction: Redaction) => {
    const remove = database.prepare('DELETE FROM archive WHERE kind = ? AND position = ?')
    const removeAbout = database.prepare('DELETE FROM archive_about WHERE person = ? AND kind = ? AND position = ?')
    const rewrite = database.prepare('UPDATE archive SET about = ?, crc = ?, json = ? WHERE kind = ? AND position = ?')
    for (const found of rowsOf(redaction)) {
      const { row, record } = checkedRow(found, paths)
      const before = { about: record.about, json: row.json }
      const after = redaction.row(row.kind, before)
      if (after === before) continue
      const left = after === 'delete' ? [] : after.about
      for (const person of record.about.filter((one) => !left.includes(one)))
        removeAbout.run(person, row.kind, row.position)
      if (after === 'delete') remove.run(row.kind, row.position)
      else {
        const erased = { ...row, about: JSON.stringify(after.about), json: after.json }
        rewrite.run(erased.about, rowChecksum(erased), erased.json, row.kind, row.position)
      }
    }
  }
  /** `meta` holds the count and the digest of all documents. */
  const eraseDocuments = (ids: Erasure['documents']) => {
    const { meta } = store
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
    store.meta = { ...meta, documents, digest }
    writeMeta(database, store.meta)
  }
  return {
    erase(erasure: Erasure): null {
      const redaction = createRedaction(erasure)
      const before = store.meta
      try {
        inTransaction(database, () => {
          eraseEntries(redaction)
          eraseAnswers(redaction)
          eraseRows(redaction)
          eraseDocuments(erasure.documents)
        })
      } catch (error) {
        store.meta = before
        throw error
      }
      if (!erasure.skipCompaction) rewriteFile(store)
      store.writeProgress()
      return null
    },
  }
}

/** All are read before the first is written: a table must not change while it is read. */
function mentioned(rows: Iterable<Row>, { mentions }: Redaction): readonly Row[] {
  const found: Row[] = []
  for (const row of rows) if (mentions(String(row.json))) found.push(row)
  return found
}

/** All of it or nothing: after a failure the journal can still be written. */
function rewriteFile({ database, paths }: OpenStore) {
  try {
    database.exec('VACUUM')
  } catch (error) {
    if (isFull(error)) throw error
    throw new Error(`${paths.database} could not be rewritten, and still holds what was to be erased: ${error}`)
  }
  const [log] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
  if (log?.busy !== 0) throw new Error('The log of the journal could not be emptied.')
}
