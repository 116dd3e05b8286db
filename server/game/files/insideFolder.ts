import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath, unlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { checkWrite, FolderError, partsOf, splitPath, temporaryName, wrongKind } from './folder.ts'

/** A link is not opened, and a pipe does not block: Windows has neither flag. */
export const guarded = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const { O_WRONLY, O_CREAT, O_EXCL } = constants

/** Ways to files that are proven to be in the folder, however names are exchanged for links meanwhile. */
export function createInside(root: string) {
  const isInside = (base: string, real: string) =>
    real === base || real.startsWith(base.endsWith(sep) ? base : base + sep)
  const leaves = (path: string) =>
    new FolderError(
      'outside',
      `${path} in ${root} is a link, or is reached over one that leads elsewhere, and links are not followed. Put the file itself there, or configure the folder that the link points to.`,
    )
  const baseOf = () =>
    realpath(root).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new FolderError(
        'notFound',
        `The folder ${root} is not there. Check the path; the game makes it at its first start.`,
      )
    })

  /** The absolute path of a folder, without links. */
  const folder = async (path: string) => {
    const base = await baseOf()
    const real = await realpath(join(base, ...partsOf(path)))
    if (!isInside(base, real)) throw leaves(path)
    return real
  }
  const locate = async (path: string) => {
    const { folder: holder, name: last } = splitLocal(path)
    const real = await folder(holder)
    return { full: last === '' ? real : join(real, last), folder: real, last }
  }
  const openIn = async (base: string, full: string, path: string, flags: number): Promise<FileHandle | null> => {
    const file = await open(full, flags | guarded, 0o666).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ELOOP' ? leaves(path) : error
    })
    try {
      const opened = await file.stat({ bigint: true })
      if (!opened.isFile()) throw wrongKind(path, opened.isDirectory() ? 'a folder' : 'no file', 'a file')
      // The name may have been swapped since: it is the open file that must be in the folder.
      const real = (await pathOfOpen(file)) ?? (await pathByName(full, opened))
      if (real === null ? (await lstat(full)).isSymbolicLink() : !isInside(base, real)) throw leaves(path)
      if (real !== null) return file
    } catch (error) {
      await file.close()
      throw error
    }
    await file.close()
    return null
  }
  return {
    folder,
    locate,
    /** Opens a file. A file that is being replaced meanwhile is tried again. */
    async open(path: string, flags: number): Promise<FileHandle> {
      const base = await baseOf()
      for (let attempt = 0; attempt < 3; attempt++) {
        const file = await openIn(base, join(base, ...partsOf(path)), path, flags)
        if (file) return file
      }
      throw leaves(path)
    },
    /** Writes the bytes under a temporary name in the folder, and lets `place` give the file its name. */
    async writeAside<T>(real: string, bytes: Buffer, place: (temporary: string) => Promise<T>): Promise<T> {
      checkWrite(bytes)
      const name = temporaryName()
      const temporary = join(real, name)
      const file = await openIn(real, temporary, name, O_WRONLY | O_CREAT | O_EXCL)
      if (!file) throw leaves(name)
      try {
        await file.writeFile(bytes)
        await file.sync()
        await file.close()
        return await place(temporary)
      } finally {
        await file.close().catch(() => {})
        await unlink(temporary).catch(() => {})
      }
    },
  }
}

/** Where the kernel says that an open file is now; null where it does not report it, as on other systems than Linux, or when it is removed. */
async function pathOfOpen(file: FileHandle): Promise<string | null> {
  const path = await readlink(`/proc/self/fd/${file.fd}`).catch(() => null)
  return path === null || path.endsWith(' (deleted)') ? null : path
}

/** Where a name leads, without links, if that is the open file; otherwise null. A name that is swapped twice in between can deceive it. */
async function pathByName(full: string, opened: BigIntStats): Promise<string | null> {
  if ((await lstat(full)).isSymbolicLink()) return null
  const real = await realpath(full)
  return identityOf(await lstat(real, { bigint: true })) === identityOf(opened) ? real : null
}

/** As `splitPath`, with an empty name for the folder itself. */
const splitLocal = (path: string) => (partsOf(path).length === 0 ? { folder: '', name: '' } : splitPath(path))

export const identityOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`
