import { posix } from 'node:path'
import type { SFTPWrapper, Stats } from 'ssh2'
import type { Call } from './calls.ts'
import {
  checkRead,
  type FolderEntry,
  FolderError,
  mostEntries,
  partsOf,
  type ReadOptions,
  splitPath,
  temporaryName,
  wrongKind,
} from './folder.ts'

/** What SFTP answers when it does not do something: draft-ietf-secsh-filexfer-02, section 7. */
export const sftpStatus = { noSuchFile: 2, permissionDenied: 3 } as const

/** Every server takes this much in one request, and this many requests at once. */
const chunkBytes = 32_768
const chunksAtOnce = 16

/** The calls of SFTP as promises, on paths of the folder. */
export function createSftpFiles(sftp: SFTPWrapper, { root, name }: { root: string; name: string }) {
  const full = (path: string) => posix.join(root || '.', ...partsOf(path))
  const ask = <T>(act: (done: (error: Error | null | undefined, value: T) => void) => void) =>
    new Promise<T>((resolve, reject) => act((error, value) => (error ? reject(error) : resolve(value))))
  const lstat = (path: string) => ask<Stats>((done) => sftp.lstat(full(path), done)).catch(nullIfAbsent)
  const removeQuietly = (path: string) => ask<void>((done) => sftp.unlink(full(path), done)).catch(() => {})
  const plainRename = (from: string, to: string) => ask<void>((done) => sftp.rename(full(from), full(to), done))

  /** A folder on the way must be in this one, whatever links lead to it. */
  const checkHolder = async (path: string) => checkFolder(partsOf(path).slice(0, -1))
  const checkFolder = async (parts: readonly string[]) => {
    const real = (each: string) => ask<string>((done) => sftp.realpath(full(each), done))
    const [base, holder] = await Promise.all([real(''), parts.length === 0 ? '' : real(parts.join('/'))])
    if (parts.length > 0 && holder !== base && !holder.startsWith(base.endsWith('/') ? base : `${base}/`))
      throw leaves(parts.join('/'), name)
  }
  const checkFile = (path: string, stats: Stats | null, mayBeAbsent: boolean) => {
    if (!stats && !mayBeAbsent) throw notFound(path, name)
    if (stats?.isSymbolicLink()) throw leaves(path, name)
    if (stats && !stats.isFile()) throw wrongKind(path, stats.isDirectory() ? 'a folder' : 'no file', 'a file')
  }
  const put = async (path: string, flags: 'wx' | 'a', bytes: Buffer, call: Call) => {
    const handle = await ask<Buffer>((done) => sftp.open(full(path), flags, done))
    try {
      const start = flags === 'a' ? (await ask<Stats>((done) => sftp.fstat(handle, done))).size : 0
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const length = Math.min(chunkBytes, bytes.length - at)
        await ask<void>((done) => sftp.write(handle, bytes, at, length, start + at, (error) => done(error, undefined)))
        call.progress()
      }
    } finally {
      await ask<void>((done) => sftp.close(handle, done)).catch(() => {})
    }
  }

  const files = {
    put,
    async stat(path: string): Promise<Stats | null> {
      const [stats] = await Promise.all([lstat(path), checkHolder(path).catch(nullIfAbsent)])
      return stats
    },
    /** The path of a file that is none elsewhere. */
    async file(path: string, mayBeAbsent: boolean): Promise<string> {
      splitPath(path)
      const [stats] = await Promise.all([lstat(path), checkHolder(path)])
      checkFile(path, stats, mayBeAbsent)
      return path
    },
    async list(path: string): Promise<readonly FolderEntry[]> {
      const parts = partsOf(path)
      const [stats] = await Promise.all([lstat(path), checkFolder(parts)])
      if (!stats) throw notFound(path, name)
      if (path !== '' && !stats.isDirectory()) throw wrongKind(path, 'no folder', 'a folder')
      const found = await ask<{ filename: string; attrs: Stats }[]>((done) => sftp.readdir(full(path), done))
      if (found.length > mostEntries)
        throw new FolderError(
          'tooLarge',
          `${path || name} holds more than ${mostEntries} entries. Clear it out, or choose another folder.`,
        )
      return found
        .filter(({ filename }) => filename !== '.' && filename !== '..')
        .map(({ filename, attrs }) => entryOf(filename, attrs))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    /** The file is open before its name is checked, so that a name that is swapped afterwards changes nothing. */
    async read(path: string, options: ReadOptions, call: Call): Promise<Buffer> {
      checkRead(options)
      splitPath(path)
      const opening = ask<Buffer>((done) => sftp.open(full(path), 'r', done))
      const checking = opening.then(
        () => files.file(path, false),
        () => files.file(path, false),
      )
      const [opened, checked] = await Promise.allSettled([opening, checking])
      try {
        if (checked.status === 'rejected') throw checked.reason
        if (opened.status === 'rejected') throw opened.reason
        return await readFrom(opened.value, options, call)
      } finally {
        if (opened.status === 'fulfilled') sftp.close(opened.value, () => {})
      }
    },
    async remove(path: string): Promise<boolean> {
      const result = await ask<void>((done) => sftp.unlink(full(path), done)).catch(nullIfAbsent)
      return result !== null
    },
    /** Writes the bytes under a temporary name in the folder of `path`, and lets `place` give the file its name. */
    async aside<T>(path: string, bytes: Buffer, call: Call, place: (temporary: string) => Promise<T>): Promise<T> {
      const temporary = posix.join(splitPath(path).folder, temporaryName())
      await checkHolder(path)
      try {
        await put(temporary, 'wx', bytes, call)
        return await place(temporary)
      } finally {
        await removeQuietly(temporary)
      }
    },
    /**
     * Gives a file a name that another one may have. @returns whether that was one step: OpenSSH has an extension for it; elsewhere the old
     * file is removed first, so that there is none for a moment, and never half of one
     */
    async putOver(from: string, to: string): Promise<boolean> {
      await checkHolder(to)
      const wasOneStep = await ask<void>((done) => sftp.ext_openssh_rename(full(from), full(to), done)).then(
        () => true,
        () => false,
      )
      if (wasOneStep) return true
      if (await lstat(to)) await ask<void>((done) => sftp.unlink(full(to), done))
      await plainRename(from, to)
      return false
    },
    /** @returns false when a file has the name: a plain rename never replaces one on OpenSSH and on the servers of hosting panels */
    async putBeside(from: string, to: string): Promise<boolean> {
      return plainRename(from, to).then(
        () => true,
        async (error) => {
          if (await lstat(to)) return false
          throw error
        },
      )
    },
    /** Whether a file keeps what it holds when it is opened to append: tried out on a file of our own. */
    async keepsOnAppend(folder: string, call: Call): Promise<boolean> {
      const trial = posix.join(folder, temporaryName())
      try {
        await put(trial, 'wx', Buffer.from('ab'), call)
        await put(trial, 'a', Buffer.from('cd'), call)
        return (await files.read(trial, { from: 0, length: 8 }, call)).toString() === 'abcd'
      } finally {
        await removeQuietly(trial)
      }
    },
  }

  /** Several chunks are on their way at once, or each would wait for the way there and back. */
  async function readFrom(handle: Buffer, { from, length }: ReadOptions, call: Call): Promise<Buffer> {
    const buffer = Buffer.alloc(length)
    let next = 0
    let end = length
    const readChunks = async () => {
      while (next < end) {
        const [start, most] = [next, Math.min(chunkBytes, end - next)]
        next += most
        for (let at = start; at < start + most && at < end; ) {
          const bytes = await ask<number>((done) => sftp.read(handle, buffer, at, start + most - at, from + at, done))
          call.progress()
          if (bytes === 0) end = Math.min(end, at)
          at += bytes
        }
      }
    }
    await Promise.all(Array.from({ length: chunksAtOnce }, readChunks))
    return end === length ? buffer : Buffer.from(buffer.subarray(0, end))
  }
  return files
}

export const entryOf = (name: string, stats: Stats): FolderEntry => ({
  name,
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
  size: stats.isFile() ? stats.size : 0,
  modifiedAt: stats.mtime * 1_000,
  identity: null,
})

export const notFound = (path: string, name: string) =>
  new FolderError('notFound', `${path || 'The folder'} is not there in ${name}. Check the path.`)

const leaves = (path: string, name: string) =>
  new FolderError(
    'outside',
    `${path} in ${name} is a link, or is reached over one that leads elsewhere, and links are not followed. Put the file itself there, or configure the folder that the link points to.`,
  )

const nullIfAbsent = (error: Error & { code?: unknown }): null => {
  if (error.code === sftpStatus.noSuchFile) return null
  throw error
}

export type SftpFiles = ReturnType<typeof createSftpFiles>
