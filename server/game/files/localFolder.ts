import { type BigIntStats, constants } from 'node:fs'
import {
  chmod,
  type FileHandle,
  link,
  lstat,
  open,
  opendir,
  readlink,
  realpath,
  rename,
  unlink,
} from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { type Clock, systemClock } from '../../engine/clock.ts'
import { type CallLimits, createCalls } from './calls.ts'
import {
  checkRead,
  checkWrite,
  type Folder,
  type FolderCapabilities,
  type FolderEntry,
  FolderError,
  mostEntries,
  partsOf,
  splitPath,
  temporaryName,
  wrongKind,
} from './folder.ts'

interface LocalFolderOptions {
  /** Absolute, or from the folder the hub runs in. It may be a link itself; nothing needs to be there yet. */
  readonly path: string
  readonly clock?: Clock
  readonly limits?: CallLimits
}

const can: FolderCapabilities = {
  append: true,
  replace: true,
  absent: true,
  identity: true,
  ranges: true,
  mostSkippedBytes: Number.POSITIVE_INFINITY,
}

/** A link is not opened, and a pipe does not block: Windows has neither flag. */
const guarded = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants

/** A folder on this machine. */
export function openLocalFolder({ path: root, clock = systemClock, limits }: LocalFolderOptions): Folder {
  const name = resolve(root)
  const calls = createCalls({ name, clock, limits, errorOf: (error) => errorOf(error, name) })
  const rooted = createRooted(name)

  return {
    name,
    can,
    stat: (path) =>
      calls.run(async () => {
        const found = await rooted.locate(path).catch(nullIfNowhere)
        const stats = found && (await lstat(found.full, { bigint: true }).catch(nullIfAbsent))
        return stats && entryOf(found.last, stats)
      }),
    list: (path) => calls.run(async () => listOf(await rooted.folder(path), path)),
    read: (path, options) =>
      calls.run(async () => {
        checkRead(options)
        await using file = await rooted.open(path, O_RDONLY)
        if (options.identity != null && options.identity !== identityOf(await file.stat({ bigint: true })))
          throw new FolderError('replaced', `${path} in ${name} is another file than before.`)
        return await readFrom(file, options)
      }),
    write: (path, bytes) =>
      calls.run(async () => {
        const { full, folder } = await rooted.locate(path)
        const before = await lstat(full).catch(nullIfAbsent)
        if (before?.isDirectory()) throw wrongKind(path, 'a folder', 'a file')
        await rooted.writeAside(folder, bytes, async (temporary) => {
          if (before?.isFile()) await chmod(temporary, before.mode)
          await rename(temporary, full)
        })
      }),
    append: (path, bytes) =>
      calls.run(async () => {
        checkWrite(bytes)
        await rooted.locate(path)
        await using file = await rooted.open(path, O_WRONLY | O_APPEND | O_CREAT)
        await file.writeFile(bytes)
      }),
    writeIfAbsent: (path, bytes) =>
      calls.run(async () => {
        const { full, folder } = await rooted.locate(path)
        if (await lstat(full).catch(nullIfAbsent)) return false
        return rooted.writeAside(folder, bytes, (temporary) => putIfAbsent(temporary, full, bytes))
      }),
    rename: (from, to) =>
      calls.run(async () => {
        const [source, target] = [await rooted.locate(from), await rooted.locate(to)]
        await rename(source.full, target.full)
      }),
    remove: (path) =>
      calls.run(async () => {
        const { full } = await rooted.locate(path)
        const stats = await lstat(full).catch(nullIfAbsent)
        if (stats?.isDirectory()) throw wrongKind(path, 'a folder', 'a file')
        if (!stats) return false
        return unlink(full).then(
          () => true,
          (error) => nullIfAbsent(error) ?? false,
        )
      }),
    async close() {
      calls.close()
    },
  }
}

/** Ways to files that are proven to lie in the folder. */
function createRooted(root: string) {
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
      // The name may have been swapped since: it is the open file that must lie in the folder.
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

/** Where the kernel says that an open file lies now; null where it does not tell, as on other systems than Linux, or when it is removed. */
async function pathOfOpen(file: FileHandle): Promise<string | null> {
  const path = await readlink(`/proc/self/fd/${file.fd}`).catch(() => null)
  return path === null || path.endsWith(' (deleted)') ? null : path
}

/** Where a name leads, without links, if that is the open file; else null. A name that is swapped twice in between can deceive it. */
async function pathByName(full: string, opened: BigIntStats): Promise<string | null> {
  if ((await lstat(full)).isSymbolicLink()) return null
  const real = await realpath(full)
  return identityOf(await lstat(real, { bigint: true })) === identityOf(opened) ? real : null
}

/** As `splitPath`, with an empty name for the folder itself. */
const splitLocal = (path: string) => (partsOf(path).length === 0 ? { folder: '', name: '' } : splitPath(path))

/** A hard link never replaces a file. Where there are none, as on some network drives, the file is made under its name at once. */
async function putIfAbsent(temporary: string, full: string, bytes: Buffer): Promise<boolean> {
  const exists = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return false
    throw error
  }
  const write = async () => {
    await using file = await open(full, O_WRONLY | O_CREAT | O_EXCL | guarded, 0o666)
    await file.writeFile(bytes)
    return true
  }
  return link(temporary, full).then(
    () => true,
    (error: NodeJS.ErrnoException) => (noHardLinks.has(error.code ?? '') ? write().catch(exists) : exists(error)),
  )
}

const noHardLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'])

async function readFrom(file: FileHandle, { from, length }: { from: number; length: number }): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, from + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled === length ? buffer : Buffer.from(buffer.subarray(0, filled))
}

async function listOf(real: string, path: string): Promise<readonly FolderEntry[]> {
  const names: string[] = []
  for await (const { name } of await opendir(real)) {
    if (names.push(name) > mostEntries)
      throw new FolderError(
        'tooLarge',
        `${path || 'The folder'} holds more than ${mostEntries} entries. Clear it out, or choose another folder.`,
      )
  }
  const entries: FolderEntry[] = []
  for (const name of names.sort()) {
    const stats = await lstat(join(real, name), { bigint: true }).catch(nullIfAbsent)
    if (stats) entries.push(entryOf(name, stats))
  }
  return entries
}

const identityOf = ({ dev, ino }: BigIntStats) => `${dev}:${ino}`

const entryOf = (name: string, stats: BigIntStats): FolderEntry => ({
  name,
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
  size: stats.isFile() ? Number(stats.size) : 0,
  modifiedAt: Number(stats.mtimeMs),
  identity: identityOf(stats),
})

const nullIfAbsent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** A folder on the way, or the folder itself, is not there. */
const nullIfNowhere = (error: NodeJS.ErrnoException | FolderError): null =>
  error.code === 'notFound' || error.code === 'ENOTDIR' ? null : nullIfAbsent(error as NodeJS.ErrnoException)

const reasons: Readonly<Record<string, readonly [FolderError['code'], string]>> = {
  ENOENT: ['notFound', 'is not there'],
  ENOTDIR: ['wrongKind', 'is a file where a folder is needed, or the other way round'],
  EISDIR: ['wrongKind', 'is a folder, and a file is needed there'],
  EACCES: ['refused', 'may not be used by the user that the hub runs as. Give that user the right to it'],
  EPERM: ['refused', 'may not be used by the user that the hub runs as. Give that user the right to it'],
  EROFS: ['refused', 'cannot be written: the disk is read-only'],
  ENOSPC: ['failed', 'cannot be written: the disk is full'],
  ENXIO: ['wrongKind', 'is a pipe or a device, and a file is needed there'],
  EBUSY: ['failed', 'is held by another program. It is tried again later'],
  ENAMETOOLONG: ['outside', 'has a name that is too long'],
}

function errorOf(error: unknown, name: string): FolderError {
  const { code = 'no code', path } = error as NodeJS.ErrnoException
  const [kind, why] = reasons[code] ?? (['failed', `cannot be used (${code})`] as const)
  return new FolderError(kind, `${path ?? name} ${why}.`, { cause: error })
}
