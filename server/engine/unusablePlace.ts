import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

/** A file or a folder that its owner named cannot be used. The message names it, what is wrong, and what to do. */
export class UnusablePlace extends Error {}

interface Naming {
  /** How its owner knows it: `BACKUP_DIR is /srv/backups`. Without it the path alone is named. */
  readonly named?: string
  readonly path: string
  /** What can be done otherwise: `set BACKUP_DIR to another folder`. */
  readonly instead: string
}

/** An error of the system in words for the owner of the place; any other error, and one about another place, as it is. */
export function unusableOf(error: unknown, { named, path, instead }: Naming): unknown {
  const { path: failed } = error as NodeJS.ErrnoException
  const known = reasonOf(error)
  if (!(error instanceof Error) || !known || !areRelated(failed ?? path, path)) return error
  const { why, mend } = known
  // A write to a file that is open does not say which it was.
  const at = failed ?? path
  const what = named === undefined ? at : at === path ? `${named}, which` : `${named}. There, ${at}`
  return new UnusablePlace(`${what} ${why}. ${mend}, or ${instead}.`, { cause: error })
}

/** Why a file or a folder cannot be used, to be said of it, and what to do; null for an error that is not about that. */
export function reasonOf(error: unknown): Reason | null {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (syscall === 'mkdir' && code === 'ENOENT') return noPlaceForFolders
  return ofConnections.has(syscall) ? null : (reasons[code] ?? null)
}

/** Calls of the system that fail with the same codes, and are about no file. */
const ofConnections: ReadonlySet<string> = new Set(['connect', 'listen', 'bind', 'shutdown'])

/** What a command shows of an error: one of the system in words, any other by its message. */
export function wordsOf(error: unknown, instead: string): string {
  const path = (error as NodeJS.ErrnoException).path ?? 'The file that is written'
  const told = unusableOf(error, { path, instead })
  return told instanceof Error ? told.message : String(told)
}

/** Before long work whose result goes into this file. @throws UnusablePlace */
export function checkMayWrite(file: string, instead: string) {
  const path = resolve(file)
  const place = existsSync(path) ? path : dirname(path)
  try {
    const isFolder = statSync(place).isDirectory()
    if (isFolder === (place === path)) throw Object.assign(new Error(), { code: isFolder ? 'EISDIR' : 'ENOTDIR' })
    accessSync(place, constants.W_OK)
  } catch (error) {
    throw unusableOf(error, { path: place, instead })
  }
}

/** A folder that is missing may be reported as the first one above it that cannot be made. */
const areRelated = (one: string, other: string) =>
  `${one}${sep}`.startsWith(`${other}${sep}`) || other.startsWith(`${one}${sep}`)

interface Reason {
  readonly why: string
  readonly mend: string
}

const noPermission: Reason = {
  why: 'may not be used by the user that this program runs as',
  mend: 'Give that user permission for it and for the folders above it',
}
const full: Reason = {
  why: 'has no room left: its disk is full, or a quota is used up',
  mend: 'Free some space there',
}

/** The folder above it is there (`makeFolder`), as /proc is. */
const noPlaceForFolders: Reason = {
  why: 'cannot be made: no folders can be made in the one above it',
  mend: 'Check the path',
}

/** By the codes of the system. */
const reasons: Readonly<Record<string, Reason>> = {
  ENOENT: { why: 'does not exist', mend: 'Check the path' },
  ENOTDIR: { why: 'needs a folder where a file is', mend: 'Check the path' },
  EEXIST: { why: 'is a file, and a folder is needed there', mend: 'Move that file away' },
  EISDIR: { why: 'is a folder, and a file is needed there', mend: 'Check the path' },
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: { why: 'cannot be written: its disk is read-only', mend: 'Make that disk writable' },
  ENOSPC: full,
  EDQUOT: full,
  EIO: { why: 'cannot be read or written: its disk reports an error', mend: 'Check that disk' },
  ESTALE: { why: 'is on a network disk that has changed', mend: 'Mount that disk again' },
  ENOTCONN: { why: 'is on a network disk that is not connected', mend: 'Mount that disk again' },
  ELOOP: { why: 'is behind a link that leads to itself', mend: 'Correct that link' },
  ENAMETOOLONG: { why: 'has a name that is too long', mend: 'Choose a shorter one' },
}
