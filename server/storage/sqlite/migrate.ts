import type { DatabaseSync } from 'node:sqlite'
import { createMigration, formatOf, type Migration } from '../migrations.ts'
import { AnswerRecord } from '../records.ts'
import {
  answerChecksum,
  documentChecksum,
  entryChecksum,
  inTransaction,
  openExclusive,
  readMeta,
  rowChecksum,
  setFormat,
  writeMeta,
} from './database.ts'
import { readContents } from './load.ts'
import type { StorePaths } from './paths.ts'
import { damaged, inUse, isBusy } from './problems.ts'
import { checkedRow, entryText } from './read.ts'

/**
 * Brings a store of an older format to the newest, in one transaction that also checks the result: a store that cannot be migrated
 * stays as it was. @throws Damage, StoreInUse
 */
export const migrateDatabase = (paths: StorePaths, from: number, migrations: readonly Migration[]) => {
  const migration = createMigration(from, migrations)
  const database = openExclusive(paths, { durable: true, maxPages: null })
  try {
    inTransaction(database, () => {
      if (migration.changes('documents')) migrateDocuments(database, paths, migration.migrate)
      if (migration.changes('answers')) migrateAnswers(database, migration.migrate)
      if (migration.changes('archive')) migrateRows(database, paths, migration.migrate)
      if (migration.changes('journal')) migrateEntries(database, paths, migration.migrate)
      setFormat(database, formatOf(migrations))
      readContents(database, paths)
    })
  } catch (error) {
    throw isBusy(error) ? inUse(paths.folder) : error
  } finally {
    database.close()
  }
}

type Migrate = ReturnType<typeof createMigration>['migrate']

function migrateDocuments(database: DatabaseSync, paths: StorePaths, migrate: Migrate) {
  const meta = readMeta(database)
  if (!meta) throw damaged(paths, 'has lost the row that says how far it is.')
  const rewrite = database.prepare('UPDATE documents SET version = ?, crc = ?, json = ? WHERE id = ? AND round = ?')
  let { digest } = meta
  database.prepare('DELETE FROM documents WHERE round > ?').run(meta.round)
  for (const row of database.prepare('SELECT id, round, version, crc, json FROM documents').all()) {
    const [id, round] = [String(row.id), Number(row.round)]
    const before = { id, version: Number(row.version), value: JSON.parse(String(row.json)) }
    const { version, value } = migrate('documents', before) as typeof before
    const json = JSON.stringify(value)
    const crc = documentChecksum(id, round, version, json)
    rewrite.run(version, crc, json, id, round)
    // Only the newest row of a document is in the digest; older ones are left from a checkpoint that was interrupted.
    if (isNewest(database, id, round)) digest ^= Number(row.crc) ^ crc
  }
  writeMeta(database, { ...meta, digest })
}

const isNewest = (database: DatabaseSync, id: string, round: number) =>
  database.prepare('SELECT max(round) AS newest FROM documents WHERE id = ?').get(id)?.newest === round

function migrateAnswers(database: DatabaseSync, migrate: Migrate) {
  const rewrite = database.prepare('UPDATE answers SET at = ?, crc = ?, json = ? WHERE seq = ?')
  for (const row of database.prepare('SELECT seq, json FROM answers').all()) {
    const answer = AnswerRecord.parse(migrate('answers', JSON.parse(String(row.json))))
    const json = JSON.stringify(answer)
    rewrite.run(answer.at, answerChecksum(answer.seq, answer.at, json), json, answer.seq)
  }
}

function migrateRows(database: DatabaseSync, paths: StorePaths, migrate: Migrate) {
  const rewrite = database.prepare('UPDATE archive SET crc = ?, json = ? WHERE kind = ? AND position = ?')
  for (const found of database.prepare('SELECT kind, position, at, about, crc, json FROM archive').all()) {
    const { row, record } = checkedRow(found, paths)
    const migrated = migrate('archive', record) as typeof record
    const json = JSON.stringify(migrated.row)
    rewrite.run(rowChecksum({ ...row, json }), json, row.kind, row.position)
  }
}

function migrateEntries(database: DatabaseSync, paths: StorePaths, migrate: Migrate) {
  const rewrite = database.prepare('UPDATE journal SET crc = ?, json = ? WHERE seq = ?')
  for (const row of database.prepare('SELECT seq, top_at AS topAt, crc, json FROM journal').all()) {
    const { seq, topAt, json: before } = entryText(row, paths)
    const json = JSON.stringify(migrate('journal', JSON.parse(before)))
    rewrite.run(entryChecksum(seq, topAt, json), json, seq)
  }
}
