import type { StorePaths } from './paths.ts'
import { Damage } from './problem.ts'

const RESTORE_OR_RESTART = (folder: string) =>
  `Put a backup of ${folder} back, or move its files journal.* away to start afresh.`

/** Ours, and its content cannot be trusted. */
export const damaged = (paths: StorePaths, wrong: string, file = paths.database) =>
  new Damage(file, wrong, RESTORE_OR_RESTART(paths.folder))

/** Stands where ours would stand, and is something else. */
export const foreign = (paths: StorePaths, wrong: string, file = paths.database) =>
  new Damage(
    file,
    wrong,
    'Move it away, or give the hub another data folder. If it was the hub’s journal once, put a backup back.',
  )

export const newer = (paths: StorePaths, wrong: string) =>
  new Damage(
    paths.database,
    wrong,
    'Start the newer release that wrote it, or put back a backup from before the update.',
  )

export const unreachable = (file: string, wrong: string) =>
  new Damage(file, wrong, 'Give the hub’s user the right to read and write there, or name another data folder.')

/** More was acknowledged than is there: an older copy was put back, or part of a file was lost. */
export const outrun = (paths: StorePaths, wrong: string) =>
  new Damage(
    paths.database,
    wrong,
    `Put the newest complete backup of ${paths.folder} back. To go on with what is there, and lose the rest, move ${paths.mark} away.`,
  )

/** Filled from an export, and not to its end. */
export const unfinishedImport = (paths: StorePaths) =>
  new Damage(
    paths.filling,
    'is an import that was not finished.',
    'Run npm run import again with the same file to finish it, or remove all journal.filling* to start afresh.',
  )
