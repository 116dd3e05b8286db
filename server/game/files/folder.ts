import { randomBytes } from 'node:crypto'

/** A folder of the game server: on this machine, over SFTP, or through its hosting panel. `folder.contract.test.ts` holds for each. */

/** Most bytes that one call of `read` returns. */
export const mostReadBytes = 4 * 1024 * 1024
/** Most bytes that one call of `write`, `append` or `writeIfAbsent` takes. */
export const mostWriteBytes = 4 * 1024 * 1024
/** Most entries that `list` returns; a folder with more is refused as `tooLarge`. */
export const mostEntries = 10_000

export type FolderErrorCode =
  /** No file or folder has this name. */
  | 'notFound'
  /** The place answered and does not allow it: wrong key or password, no permission. */
  | 'refused'
  /** Nothing answers at the address, or the connection was cut; what was asked for may still have happened. A later call tries again. */
  | 'unreachable'
  /** The place answered that it could not do it (its disk is full, the new name is taken), or said that it did and it is not so. */
  | 'failed'
  /** The SFTP server has another host key than at first. Nothing was sent to it. */
  | 'hostKeyChanged'
  /** More bytes or entries than a call may move, or than this place can read. */
  | 'tooLarge'
  /** The name, or what a link points to, is outside the folder. */
  | 'outside'
  /** No answer in time. What was asked for may still have happened. */
  | 'timeout'
  /** The place asks for fewer requests; `retryInMs` says when to come back. */
  | 'busy'
  /** This kind of place cannot do it: see `can`. */
  | 'unsupported'
  /** `read` was given an identity, and the file under this name is another one by now. */
  | 'replaced'
  /** A folder where a file is needed, or a file where a folder is. */
  | 'wrongKind'
  /** `close` was called. */
  | 'closed'

/** `message` is a sentence for users, without secrets: what is wrong, and how to mend it. */
export class FolderError extends Error {
  readonly code: FolderErrorCode
  /** Ms until another attempt makes sense, where the place says so or attempts are held back; otherwise null. */
  readonly retryInMs: number | null
  /** Of the HTTP answer that says so; null where none does. */
  readonly status: number | null

  constructor(
    code: FolderErrorCode,
    message: string,
    options: { retryInMs?: number; status?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'FolderError'
    this.code = code
    this.retryInMs = options.retryInMs ?? null
    this.status = options.status ?? null
  }
}

export interface FolderEntry {
  /** Last part of the path. */
  readonly name: string
  /** `other`: a link, a pipe, a device. It is listed and never opened. */
  readonly kind: 'file' | 'folder' | 'other'
  /** Bytes; 0 for anything but a file. */
  readonly size: number
  /** Epoch ms; over SFTP and through a panel whole seconds of that machine's clock. */
  readonly modifiedAt: number
  /**
   * Stays the same while a file is written to or renamed, and differs for another file that is there at the same time: an inode. A file
   * that is made after another was removed may have its identity. Null where the place does not report it.
   */
  readonly identity: string | null
}

/** `unknown` until the place was first asked for it. */
export type Ability = boolean | 'unknown'

export interface FolderCapabilities {
  /** `append` adds to the end of a file in one step. Without it `append` is refused as `unsupported`, and nothing is changed. */
  readonly append: Ability
  /** `write` replaces a file in one step, so a reader sees the old or the new one and never a half one. */
  readonly replace: Ability
  /** `writeIfAbsent` never replaces a file. Without it, it looks and then writes, and a file made in between is replaced. */
  readonly absent: Ability
  /** Entries have an identity, and `read` can hold on to one. */
  readonly identity: boolean
  /**
   * `read` costs as much as the bytes it returns. With `false` each read moves the file from its beginning up to `from + length`, and is
   * refused as `tooLarge` where `from` is above `mostSkippedBytes`.
   */
  readonly ranges: Ability
  /** Most bytes before `from` that a place without `ranges` moves for one read. */
  readonly mostSkippedBytes: number
}

export interface ReadOptions {
  /** Offset in bytes. At or past the end of the file nothing is read. */
  readonly from: number
  /** Bytes, at most `mostReadBytes`. */
  readonly length: number
  /** An identity from `stat`: the read is refused as `replaced` when the file of this name is another one. Ignored where `can.identity` is false. */
  readonly identity?: string | null
}

/**
 * Paths are relative to the folder, with `/` between parts; '' is the folder itself. A path that leaves the folder is refused as `outside`:
 * `..`, absolute paths, control characters, links as files, and folders that a link leads out of it. Every promise rejects with a `FolderError` and
 * settles within a bounded time. Calls may overlap; calls that change one file are the caller's to put in order.
 */
export interface Folder {
  /** Where it is, for messages and logs: `sftp://user@host:22/Saved`, without secrets. */
  readonly name: string
  /** What it can do, as far as is known now. */
  readonly can: FolderCapabilities
  /** Null when nothing has this name. */
  stat(path: string): Promise<FolderEntry | null>
  /** Entries of a folder, in the order of their names. */
  list(path: string): Promise<readonly FolderEntry[]>
  /** Fewer bytes than asked for only at the end of the file. */
  read(path: string, options: ReadOptions): Promise<Buffer>
  /** Writes a whole file, through a temporary name and a rename where the place can. Folders on the way must exist. */
  write(path: string, bytes: Buffer): Promise<void>
  /** Opens, appends and closes; makes the file when it is absent. */
  append(path: string, bytes: Buffer): Promise<void>
  /** Writes a whole file, under a temporary name first, unless one has this name. @returns whether it was written */
  writeIfAbsent(path: string, bytes: Buffer): Promise<boolean>
  /** Both paths in this folder. A file that has the new name is replaced where the place can, otherwise it is an error. */
  rename(from: string, to: string): Promise<void>
  /** Removes a file. @returns whether there was one */
  remove(path: string): Promise<boolean>
  /** Ends the connection. Calls under way and later ones reject as `closed`. */
  close(): Promise<void>
}

/**
 * The parts of a path that stays in the folder.
 * @throws FolderError `outside` for `..`, absolute paths, backslashes, drive letters and control characters
 */
export function partsOf(path: string): readonly string[] {
  const parts = path.split('/')
  const problem = problemOf(path, parts)
  if (problem !== null)
    throw new FolderError(
      'outside',
      `The name ${JSON.stringify(path.slice(0, 200))} ${problem}. Only names inside the folder can be used, such as Logs/TheIsle.log.`,
    )
  return parts.filter((part) => part !== '' && part !== '.')
}

function problemOf(path: string, parts: readonly string[]): string | null {
  if (/\p{Cc}/u.test(path)) return 'holds a control character'
  if (path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path)) return 'is an absolute or a Windows path'
  if (parts.includes('..')) return 'leaves the folder'
  if (path.length > 1_000) return 'is longer than 1,000 characters'
  return null
}

/** @throws FolderError `tooLarge` for a read of more than `mostReadBytes`, or of no valid range */
export function checkRead({ from, length }: ReadOptions): void {
  if (!Number.isSafeInteger(from) || from < 0 || !Number.isSafeInteger(length) || length < 0 || length > mostReadBytes)
    throw new FolderError(
      'tooLarge',
      `A read of ${length} bytes from ${from} cannot be made. Read at most ${mostReadBytes} bytes at once, from 0 on.`,
    )
}

/** @throws FolderError `tooLarge` for more than `mostWriteBytes` */
export function checkWrite(bytes: Buffer): void {
  if (bytes.length > mostWriteBytes)
    throw new FolderError(
      'tooLarge',
      `${bytes.length} bytes are too many to write at once; at most ${mostWriteBytes} are.`,
    )
}

/** A hidden name beside the file that is being written. */
export const temporaryName = (): string => `.waterhole-${randomBytes(8).toString('hex')}.tmp`

/** Path of the folder that holds it, and its last part. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const parts = partsOf(path)
  const name = parts.at(-1)
  if (name === undefined) throw wrongKind('The folder itself', 'a folder', 'a file')
  return { folder: parts.slice(0, -1).join('/'), name }
}

export const wrongKind = (path: string, is: string, wanted: string): FolderError =>
  new FolderError('wrongKind', `${path} is ${is}, and ${wanted} is needed there.`)
