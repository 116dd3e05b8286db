import { existsSync } from 'node:fs'
import { type Contents, readContents } from './contents.ts'
import { createDatabase } from './createDatabase.ts'
import { checkHeader } from './header.ts'
import { checkFree, openForInspection } from './inspection.ts'
import { lookAtLog } from './logFile.ts'
import { type Mark, readMark } from './mark.ts'
import type { StorePaths } from './paths.ts'
import { Damage, sqliteCode } from './problem.ts'
import { damaged, foreign, outrun, unfinishedImport } from './remedies.ts'

export interface Inspected extends Contents {
  readonly mark: Mark | null
}

const checkNoStrays = (paths: StorePaths) => {
  for (const file of [paths.log, paths.rollback, paths.mark]) {
    if (existsSync(file)) throw damaged(paths, 'is there, but the journal.db that it belongs to is not.', file)
  }
  if (existsSync(paths.filling)) throw unfinishedImport(paths)
}

/** @throws Damage when more had been written than is there */
export const checkAgainstMark = (
  paths: StorePaths,
  { meta, last }: Pick<Contents, 'meta' | 'last'>,
  mark: Mark | null,
) => {
  if (mark === null) return
  if (last < mark.seq) {
    throw outrun(paths, `ends with entry ${last}, but entry ${mark.seq} had been written: the end is lost.`)
  }
  if (meta.epoch < mark.epoch || meta.checkpointSeq < mark.checkpointSeq) {
    throw outrun(paths, `is older than what ${paths.mark} tells of: its last writes are lost.`)
  }
}

/** By what can be seen without opening it. @throws Damage, StoreInUse */
export const checkPlace = (paths: StorePaths) => {
  checkHeader(paths)
  if (existsSync(paths.rollback)) {
    throw foreign(paths, 'is a rollback journal, which the hub never makes.', paths.rollback)
  }
  checkFree(paths)
}

/** A store that is there, opened to be looked at and left as it was. @throws Damage */
export const openToLook = (paths: StorePaths) => {
  const log = existsSync(paths.log) ? lookAtLog(paths.log) : 'none'
  if (log === 'foreign') throw foreign(paths, 'is not the log of an SQLite database.', paths.log)
  return openForInspection(paths, log)
}

const readAll = (paths: StorePaths): Contents => {
  const database = openToLook(paths)
  try {
    return readContents(database, paths)
  } finally {
    database.close()
  }
}

/** What SQLite and the file system say about a file that is broken, as far as it is not our own mistake. */
const isAboutFiles = (error: unknown) =>
  sqliteCode(error) !== undefined || (error instanceof Error && 'code' in error && typeof error.code === 'string')

/** What went wrong while a store was looked at. Another hub that writes already looks like damage to somebody without a lock. */
export const wrongWithLook = (paths: StorePaths, error: unknown): unknown => {
  checkFree(paths)
  if (error instanceof Damage || !isAboutFiles(error)) return error
  return damaged(paths, `cannot be read (${error instanceof Error ? error.message : error}).`)
}

/**
 * Looks at a store, makes it first if there is none, and reads everything; a store that is refused is left exactly as it was.
 * @throws Damage, StoreInUse
 */
export const inspect = (paths: StorePaths): Inspected => {
  if (!existsSync(paths.database)) {
    checkNoStrays(paths)
    createDatabase(paths)
  }
  checkPlace(paths)
  try {
    const mark = readMark(paths, existsSync(paths.mark))
    const contents = readAll(paths)
    checkAgainstMark(paths, contents, mark)
    return { ...contents, mark }
  } catch (error) {
    throw wrongWithLook(paths, error)
  }
}
