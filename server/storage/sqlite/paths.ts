import { join } from 'node:path'

/** The files of one embedded store. All begin with `journal.`; other files in the folder are not checked. */
export const storePaths = (folder: string) => ({
  folder,
  database: join(folder, 'journal.db'),
  /** SQLite's write-ahead log: left by a hub that was killed, and then part of the store. */
  log: join(folder, 'journal.db-wal'),
  /** SQLite's rollback journal. The hub never makes one: SQLite would apply it to the database. */
  rollback: join(folder, 'journal.db-journal'),
  /** See `progress.ts`. */
  progress: join(folder, 'journal.mark'),
  /** A store that is being filled from an export, until it is complete. */
  unfinished: join(folder, 'journal.filling'),
})
export type StorePaths = ReturnType<typeof storePaths>
