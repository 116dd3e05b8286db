import { join } from 'node:path'

/** The files of one embedded store. All start with `journal.`; whatever else lies in the folder is not ours to judge. */
export const storePaths = (folder: string) => ({
  folder,
  database: join(folder, 'journal.db'),
  /** SQLite's write-ahead log: left behind by a hub that was killed, and then part of the store. */
  log: join(folder, 'journal.db-wal'),
  /** SQLite's rollback journal. We never make one: it would be played back into the database. */
  rollback: join(folder, 'journal.db-journal'),
  mark: join(folder, 'journal.mark'),
  /** A store that is being filled from an export, until it is complete. */
  filling: join(folder, 'journal.filling'),
})
export type StorePaths = ReturnType<typeof storePaths>
