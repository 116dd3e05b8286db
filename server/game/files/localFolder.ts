import { type BigIntStats, constants } from 'node:fs'
import { chmod, type FileHandle, link, lstat, open, opendir, rename, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
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
  wrongKind,
} from './folder.ts'
import { createInside, guarded, identityOf } from './insideFolder.ts'

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

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants

/** A folder on this machine. */
export function openLocalFolder({ path: root, clock = systemClock, limits }: LocalFolderOptions): Folder {
  const name = resolve(root)
  const calls = createCalls({ name, clock, limits, errorOf: (error) => errorOf(error, name) })
  const inside = createInside(name)

  return {
    name,
    can,
    stat: (path) =>
      calls.run(async () => {
        const found = await inside.locate(path).catch(nullIfNowhere)
        const stats = found && (await lstat(found.full, { bigint: true }).catch(nullIfAbsent))
        return stats && entryOf(found.last, stats)
      }),
    list: (path) => calls.run(async () => listOf(await inside.folder(path), path)),
    read: (path, options) =>
      calls.run(async () => {
        checkRead(options)
        return withFile(inside.open(path, O_RDONLY), async (file) => {
          if (options.identity != null && options.identity !== identityOf(await file.stat({ bigint: true })))
            throw new FolderError('replaced', `${path} in ${name} is another file than before.`)
          return readFrom(file, options)
        })
      }),
    write: (path, bytes) =>
      calls.run(async () => {
        const { full, folder } = await inside.locate(path)
        const before = await lstat(full).catch(nullIfAbsent)
        if (before?.isDirectory()) throw wrongKind(path, 'a folder', 'a file')
        await inside.writeAside(folder, bytes, async (temporary) => {
          if (before?.isFile()) await chmod(temporary, before.mode)
          await rename(temporary, full)
        })
      }),
    append: (path, bytes) =>
      calls.run(async () => {
        checkWrite(bytes)
        await inside.locate(path)
        await withFile(inside.open(path, O_WRONLY | O_APPEND | O_CREAT), (file) => file.writeFile(bytes))
      }),
    writeIfAbsent: (path, bytes) =>
      calls.run(async () => {
        const { full, folder } = await inside.locate(path)
        if (await lstat(full).catch(nullIfAbsent)) return false
        return inside.writeAside(folder, bytes, (temporary) => putIfAbsent(temporary, full, bytes))
      }),
    rename: (from, to) =>
      calls.run(async () => {
        const [source, target] = [await inside.locate(from), await inside.locate(to)]
        await rename(source.full, target.full)
      }),
    remove: (path) =>
      calls.run(async () => {
        const { full } = await inside.locate(path)
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

/** A hard link never replaces a file. Where there are none, as on some network drives, the file is made under its name at once. */
async function putIfAbsent(temporary: string, full: string, bytes: Buffer): Promise<boolean> {
  const exists = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return false
    throw error
  }
  const write = async () => {
    await withFile(open(full, O_WRONLY | O_CREAT | O_EXCL | guarded, 0o666), (file) => file.writeFile(bytes))
    return true
  }
  return link(temporary, full).then(
    () => true,
    (error: NodeJS.ErrnoException) => (noHardLinks.has(error.code ?? '') ? write().catch(exists) : exists(error)),
  )
}

const noHardLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'])

/** Closes the file after its use. Not `await using`: the check of import directions cannot read that. */
async function withFile<T>(opening: Promise<FileHandle>, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await opening
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

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
  EBUSY: ['failed', 'is held by another program. It will be tried again later'],
  ENAMETOOLONG: ['outside', 'has a name that is too long'],
}

function errorOf(error: unknown, name: string): FolderError {
  const { code = 'no code', path } = error as NodeJS.ErrnoException
  const [kind, why] = reasons[code] ?? (['failed', `cannot be used (${code})`] as const)
  return new FolderError(kind, `${path ?? name} ${why}.`, { cause: error })
}
