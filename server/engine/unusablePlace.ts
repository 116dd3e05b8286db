import { sep } from 'node:path'

/** A file or a folder that its owner named cannot be used. The message names it, what is wrong, and what to do. */
export class UnusablePlace extends Error {}

interface Naming {
  /** What was named, and how its owner knows it: `BACKUP_DIR is /srv/backups`. */
  readonly named: string
  /** Its path. */
  readonly path: string
  /** What can be done otherwise: `set BACKUP_DIR to another folder`. */
  readonly instead: string
}

/** An error of the system in words for the owner of the place; any other error, and one about another place, as it is. */
export function unusableOf(error: unknown, { named, path, instead }: Naming): unknown {
  const { code = '', path: failed } = error as NodeJS.ErrnoException
  const known = reasons[code]
  if (!(error instanceof Error) || !known || !areRelated(failed ?? path, path)) return error
  const [why, mend] = known
  // A write to a file that is open does not say which it was.
  const what = failed === undefined || failed === path ? `${named}, which` : `${named}. There, ${failed}`
  return new UnusablePlace(`${what} ${why}. ${mend}, or ${instead}.`, { cause: error })
}

/** A folder that is missing may be reported as the first one above it that cannot be made. */
const areRelated = (one: string, other: string) =>
  `${one}${sep}`.startsWith(`${other}${sep}`) || other.startsWith(`${one}${sep}`)

type Reason = readonly [why: string, mend: string]

const noPermission: Reason = [
  'may not be used by the user that this program runs as',
  'Give that user permission for it and for the folders above it',
]
const full: Reason = ['has no room left: its disk is full, or a quota is used up', 'Free some space there']

/** By the codes of the system. */
const reasons: Readonly<Record<string, Reason>> = {
  ENOENT: ['does not exist', 'Check the path, or create what is missing'],
  ENOTDIR: ['needs a folder where a file is', 'Check the path, or move that file away'],
  EEXIST: ['is a file, and a folder is needed there', 'Move that file away'],
  EISDIR: ['is a folder, and a file is needed there', 'Check the path'],
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: ['cannot be written: its disk is read-only', 'Make that disk writable'],
  ENOSPC: full,
  EDQUOT: full,
  EIO: ['cannot be read or written: its disk reports an error', 'Check that disk'],
  ESTALE: ['is on a network disk that has changed', 'Mount that disk again'],
  ENOTCONN: ['is on a network disk that is not connected', 'Mount that disk again'],
  ELOOP: ['is behind a link that leads to itself', 'Correct that link'],
  ENAMETOOLONG: ['has a name that is too long', 'Choose a shorter one'],
}
