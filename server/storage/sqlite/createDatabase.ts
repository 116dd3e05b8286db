import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FIRST_META, writeMeta } from './meta.ts'
import type { StorePaths } from './paths.ts'
import { putInPlace, syncFolder } from './putInPlace.ts'
import { APPLICATION_ID, SCHEMA_VERSION, TABLES } from './schema.ts'

const buildAt = (file: string) => {
  const database = new DatabaseSync(file)
  try {
    database.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${SCHEMA_VERSION}`)
    for (const sql of Object.values(TABLES)) database.exec(sql)
    writeMeta(database, FIRST_META)
    database.exec('PRAGMA journal_mode=WAL')
  } finally {
    database.close()
  }
}

/** An empty store. Built aside and put in place whole, so that a store which exists is always a complete one. */
export const createDatabase = (paths: StorePaths) => {
  const aside = mkdtempSync(join(paths.folder, 'journal-begun-'))
  try {
    const built = join(aside, 'journal.db')
    buildAt(built)
    // SQLite gives its log the mode of the database.
    chmodSync(built, 0o600)
    putInPlace(built, paths.database)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  syncFolder(paths.folder)
}
