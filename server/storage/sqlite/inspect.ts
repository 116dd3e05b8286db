import { existsSync } from 'node:fs'
import { type Contents, readContents } from './contents.ts'
import { createDatabase } from './createDatabase.ts'
import { checkHeader } from './header.ts'
import { checkFree, openForInspection } from './inspection.ts'
import { lookAtLog } from './logFile.ts'
import { type Mark, readMark } from './mark.ts'
import type { StorePaths } from './paths.ts'
import { Damage, sqliteCode } from './problem.ts'
import { damaged, foreign, outrun } from './remedies.ts'

export interface Inspected extends Contents {
  readonly mark: Mark | null
}

const checkNoStrays = (paths: StorePaths) => {
  for (const file of [paths.log, paths.rollback, paths.mark]) {
    if (existsSync(file)) throw damaged(paths, 'is there, but the journal.db that it belongs to is not.', file)
  }
}

const checkAgainstMark = (paths: StorePaths, { meta, last }: Contents, mark: Mark | null) => {
  if (mark === null) return
  if (last < mark.seq) {
    throw outrun(paths, `ends with entry ${last}, but entry ${mark.seq} had been written: the end is lost.`)
  }
  if (meta.epoch < mark.epoch || meta.checkpointSeq < mark.checkpointSeq) {
    throw outrun(paths, `is older than what ${paths.mark} tells of: its last writes are lost.`)
  }
}

const readAll = (paths: StorePaths): Contents => {
  const log = existsSync(paths.log) ? lookAtLog(paths.log) : 'none'
  if (log === 'foreign') throw foreign(paths, 'is not the log of an SQLite database.', paths.log)
  const database = openForInspection(paths, log)
  try {
    return readContents(database, paths)
  } finally {
    database.close()
  }
}

/** What SQLite and the file system say about a file that is broken, as far as it is not our own mistake. */
const isAboutFiles = (error: unknown) =>
  sqliteCode(error) !== undefined || (error instanceof Error && 'code' in error && typeof error.code === 'string')

/**
 * Looks at a store, makes it first if there is none, and reads everything; a store that is refused is left exactly as it was.
 * @throws Damage, StoreInUse
 */
export const inspect = (paths: StorePaths): Inspected => {
  if (!existsSync(paths.database)) {
    checkNoStrays(paths)
    createDatabase(paths)
  }
  checkHeader(paths)
  if (existsSync(paths.rollback)) {
    throw foreign(paths, 'is a rollback journal, which the hub never makes.', paths.rollback)
  }
  checkFree(paths)
  try {
    const mark = readMark(paths, existsSync(paths.mark))
    const contents = readAll(paths)
    checkAgainstMark(paths, contents, mark)
    return { ...contents, mark }
  } catch (error) {
    // Another hub that began in the same moment and writes already looks like damage to somebody without a lock.
    checkFree(paths)
    if (error instanceof Damage || !isAboutFiles(error)) throw error
    throw damaged(paths, `cannot be read (${error instanceof Error ? error.message : error}).`)
  }
}
