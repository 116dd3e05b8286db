import type { DatabaseSync } from 'node:sqlite'
import type { Inspected } from './inspect.ts'
import { type SqliteSettings, takeLease } from './lease.ts'
import { type Mark, openMark } from './mark.ts'
import type { Meta } from './meta.ts'
import type { StorePaths } from './paths.ts'

/** An open store and how far it is. The one thing that the parts of the journal's thread share. */
export interface Standing {
  readonly paths: StorePaths
  readonly settings: SqliteSettings
  readonly database: DatabaseSync
  meta: Meta
  last: number
  topAt: number
  /** Groups refused for want of room. */
  refusals: number
  /** Why nothing is written any more: a write failed in a way that leaves its fate unknown. */
  broken: string | null
  /** Writes down how far the store has come. */
  markProgress(): void
  close(): void
}

const markFor = (paths: StorePaths, database: DatabaseSync, hasMark: boolean, first: Mark) => {
  try {
    return openMark(paths, hasMark, first)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Takes the lease on an inspected store. @throws StoreInUse */
export const openStanding = (paths: StorePaths, inspected: Inspected, settings: SqliteSettings): Standing => {
  const { database, meta } = takeLease(paths, inspected, settings)
  const progress = (): Mark => ({
    epoch: standing.meta.epoch,
    seq: standing.last,
    checkpointSeq: standing.meta.checkpointSeq,
  })
  const standing: Standing = {
    paths,
    settings,
    database,
    meta,
    last: inspected.last,
    topAt: inspected.topAt,
    refusals: 0,
    broken: null,
    markProgress: () => mark.write(progress()),
    close: () => {
      mark.close()
      database.close()
    },
  }
  const mark = markFor(paths, database, inspected.mark !== null, progress())
  return standing
}
