import type { DatabaseSync } from 'node:sqlite'
import { createMigration, formatOf, type Migration } from '../migrations.ts'
import {
  documentChecksum,
  entryChecksum,
  indexCommandIds,
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
      if (from < 3) indexCommandIds(database)
      if (migration.changes('documents')) migrateDocuments(database, paths, migration.migrate)
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
type Row = Record<string, unknown>

/** Read at once: a large store is migrated with little memory. */
const ROWS_AT_ONCE = 500

/** All rows, some at a time. @param next the rows after the last one that was given, in order */
function* eachRow(next: (last: Row | null) => Row[]): Generator<Row> {
  for (let rows = next(null); rows.length > 0; rows = next(rows.at(-1) ?? null)) yield* rows
}

function migrateDocuments(database: DatabaseSync, paths: StorePaths, migrate: Migrate) {
  const meta = readMeta(database)
  if (!meta) throw damaged(paths, 'has lost the row that says how far it is.')
  const rewrite = database.prepare('UPDATE documents SET version = ?, crc = ?, json = ? WHERE id = ? AND round = ?')
  const after = database.prepare(
    'SELECT id, round, version, crc, json FROM documents WHERE (id, round) > (?, ?) ORDER BY id, round LIMIT ?',
  )
  let { digest } = meta
  database.prepare('DELETE FROM documents WHERE round > ?').run(meta.round)
  for (const row of eachRow((last) => after.all(String(last?.id ?? ''), Number(last?.round ?? 0), ROWS_AT_ONCE))) {
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

function migrateRows(database: DatabaseSync, paths: StorePaths, migrate: Migrate) {
  const rewrite = database.prepare('UPDATE archive SET crc = ?, json = ? WHERE kind = ? AND position = ?')
  const after = database.prepare(
    `SELECT kind, position, at, about, crc, json FROM archive
     WHERE (kind, position) > (?, ?) ORDER BY kind, position LIMIT ?`,
  )
  const next = (last: Row | null) => after.all(String(last?.kind ?? ''), Number(last?.position ?? -1), ROWS_AT_ONCE)
  for (const found of eachRow(next)) {
    const { row, record } = checkedRow(found, paths)
    const migrated = migrate('archive', record) as typeof record
    const json = JSON.stringify(migrated.row)
    rewrite.run(rowChecksum({ ...row, json }), json, row.kind, row.position)
  }
}

function migrateEntries(database: DatabaseSync, paths: StorePaths, migrate: Migrate) {
  const rewrite = database.prepare('UPDATE journal SET crc = ?, json = ? WHERE seq = ?')
  const after = database.prepare(
    'SELECT seq, top_at AS topAt, crc, json FROM journal WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  for (const row of eachRow((last) => after.all(Number(last?.seq ?? 0), ROWS_AT_ONCE))) {
    const { seq, topAt, json: before } = entryText(row, paths)
    const json = JSON.stringify(migrate('journal', JSON.parse(before)))
    rewrite.run(entryChecksum(seq, topAt, json), json, seq)
  }
}
