import { DamagedStore, NotWritten, StoreInUse } from '../../engine/storage.ts'
import type { StorePaths } from './paths.ts'

/** The store cannot be used. Becomes a DamagedStore in the hub's thread. */
export class Damage extends Error {
  readonly file: string
  readonly wrong: string
  readonly remedy: string
  constructor(file: string, wrong: string, remedy: string, options?: ErrorOptions) {
    super(`${file}: ${wrong} ${remedy}`, options)
    this.file = file
    this.wrong = wrong
    this.remedy = remedy
  }
}

/** An error in a form that crosses threads; error classes do not. */
export type Problem =
  | { readonly kind: 'damaged'; readonly file: string; readonly wrong: string; readonly remedy: string }
  | { readonly kind: 'inUse' | 'full' | 'failed'; readonly message: string }

const SQLITE_BUSY = 5
const SQLITE_FULL = 13

/** SQLite's primary result code, or undefined when the error is not SQLite's. */
export const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

export const isBusy = (error: unknown) => sqliteCode(error) === SQLITE_BUSY
/**
 * Also the system's error codes, for the files that are written without SQLite. SQLite itself reports a quota that is used up as a write
 * that failed (SQLITE_IOERR_WRITE), like a broken disk, and Node hands on no system code with it: such a write counts as one with an
 * unknown outcome.
 */
export const isFull = (error: unknown) =>
  sqliteCode(error) === SQLITE_FULL ||
  (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))

export const inUse = (folder: string) =>
  new StoreInUse(
    `${folder} is in use: another hub, or a database tool, has its journal.db open. Stop that one first, or give this hub a data folder of its own.`,
  )

export const fullMessage = (folder: string) =>
  `There is no room left for the journal in ${folder}. Nothing of this was written, and nothing written before is lost. Make room on that disk; the hub then continues by itself.`

/** The same for a hub that does not start because of it. */
export const fullAtStartMessage = (folder: string) =>
  `There is no room left for the journal in ${folder}. Nothing written before is lost. Make room on that disk, and start the hub again.`

/** A write failed for another reason than lack of space. */
export const brokenMessage = ({ database }: StorePaths, error: unknown) =>
  `The journal stopped, because ${database} could not be written (${error instanceof Error ? error.message : error}): nothing more is acknowledged, and only the next start finds out whether the last write was done. Check that its disk accepts writes and that no quota is used up, and start the hub again.`

export const toProblem = (error: unknown, folder: string): Problem => {
  if (error instanceof Damage) return { kind: 'damaged', file: error.file, wrong: error.wrong, remedy: error.remedy }
  if (error instanceof StoreInUse) return { kind: 'inUse', message: error.message }
  if (isFull(error)) return { kind: 'full', message: fullMessage(folder) }
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
}

export const toError = (problem: Problem): Error => {
  if (problem.kind === 'damaged') return new DamagedStore(problem.file, problem.wrong, problem.remedy)
  if (problem.kind === 'inUse') return new StoreInUse(problem.message)
  if (problem.kind === 'full') return new NotWritten('full', problem.message)
  return new Error(problem.message)
}

const RESTORE_OR_RESTART = (folder: string) =>
  `Put a backup of ${folder} back, or move its files journal.* away to start afresh.`

/** The file is ours, and its content cannot be trusted. */
export const damaged = (paths: StorePaths, wrong: string, file = paths.database) =>
  new Damage(file, wrong, RESTORE_OR_RESTART(paths.folder))

/** Something else has the name of our file. */
export const foreign = (paths: StorePaths, wrong: string, file = paths.database) =>
  new Damage(
    file,
    wrong,
    "Move it away, or give the hub another data folder. If it was the hub's journal, put a backup back.",
  )

export const newer = (paths: StorePaths, wrong: string) =>
  new Damage(
    paths.database,
    wrong,
    'Start the newer release that wrote it, or put back a backup from before the update.',
  )

export const older = (paths: StorePaths, wrong: string) =>
  new Damage(
    paths.database,
    wrong,
    `Start the release that wrote it, or move the files journal.* in ${paths.folder} away to start afresh.`,
  )

export const unreachable = (file: string, wrong: string) =>
  new Damage(
    file,
    wrong,
    "Give the hub's user permission to read and write it, check that its disk accepts writes, or name another data folder.",
  )

/** The error of a first write, which is for the owner to mend. */
export const notOpened = (paths: StorePaths, error: unknown): unknown => {
  if (isBusy(error)) return inUse(paths.folder)
  const isOfFiles = error instanceof Error && 'code' in error && !(error instanceof Damage)
  if (!isOfFiles || isFull(error)) return error
  const { path } = error as NodeJS.ErrnoException
  return unreachable(path ?? paths.database, `cannot be opened for writing (${error.message}).`)
}

/** More was acknowledged than the store holds: an older backup was restored, or part of a file was lost. */
export const rolledBack = (paths: StorePaths, wrong: string) =>
  new Damage(
    paths.database,
    wrong,
    `Put the newest complete backup of ${paths.folder} back. To continue with what is there, and lose the rest, move ${paths.progress} away.`,
  )

/** A store that is filled from an export, which has not ended. */
export const unfinishedImport = (paths: StorePaths) =>
  new Damage(
    paths.unfinished,
    'is an import that was not finished.',
    'Run npm run import again with the same file to finish it, or remove all journal.filling* to start afresh.',
  )
