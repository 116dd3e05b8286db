import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { LogState } from './logFile.ts'
import type { StorePaths } from './paths.ts'
import { inUse, isBusy, sqliteCode } from './problem.ts'

const NO_LOCKS = process.platform === 'win32' ? 'win32-none' : 'unix-none'

const openReadOnly = (paths: StorePaths, search: string) => {
  const address = pathToFileURL(paths.database)
  address.search = search
  return new DatabaseSync(address, { readOnly: true, allowExtension: false })
}

/**
 * Whether another process holds the lease, without leaving a trace. The connection may only read, but asks for the
 * exclusive lock: if the file is locked the answer is "busy", and if it is free the system refuses a write lock on a
 * handle for reading. Either way SQLite has not yet touched a log. @throws StoreInUse
 */
export const checkFree = (paths: StorePaths) => {
  const database = openReadOnly(paths, '?mode=ro')
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    if (isBusy(error)) throw inUse(paths.folder)
    if (sqliteCode(error) === undefined) throw error
  } finally {
    database.close()
  }
}

/**
 * A connection that sees what the hub would see and leaves no trace: names, bytes and times stay, also when it is closed.
 *
 * Without a log: `immutable`, SQLite reads and asks for nothing. With one: no locks, so that the log's index is kept in
 * memory instead of in a file, and a handle for reading, so that the tidying which SQLite wants to do on closing fails
 * at its first write. That tidying would delete a log without frames, which is why such a log is not shown to SQLite.
 */
export const openForInspection = (paths: StorePaths, log: LogState) => {
  const database = openReadOnly(paths, log === 'frames' ? `?mode=ro&vfs=${NO_LOCKS}` : '?mode=ro&immutable=1')
  database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON')
  return database
}
