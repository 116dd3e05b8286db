import { posix } from 'node:path'
import ssh2, { type SFTPWrapper, type Stats } from 'ssh2'
import { type Clock, systemClock } from '../../engine/clock.ts'
import type { LinkLog } from '../link.ts'
import { type Call, type CallLimits, createCalls } from './calls.ts'
import {
  type Ability,
  checkRead,
  checkWrite,
  type Folder,
  type FolderEntry,
  FolderError,
  mostEntries,
  partsOf,
  type ReadOptions,
  splitPath,
  temporaryName,
  wrongKind,
} from './folder.ts'
import type { HostKeys } from './hostKeys.ts'
import { createSftpSession, type SftpAddress, type SftpKey, type SftpTimings, sftpTimings } from './sftpSession.ts'

interface SftpFolderOptions {
  readonly address: SftpAddress
  /** On the server: absolute, or from the folder that the user sees first. */
  readonly path: string
  readonly key: SftpKey
  readonly hostKeys: HostKeys
  readonly clock?: Clock
  readonly random?: () => number
  readonly log?: LinkLog
  readonly limits?: CallLimits
  readonly timings?: SftpTimings
}

const { STATUS_CODE } = ssh2.utils.sftp
/** Every server takes this much in one request, and this many requests at once. */
const chunkBytes = 32_768
const chunksAtOnce = 16

/**
 * A folder over SFTP. ssh2 itself is used, not a wrapper around it: a read needs an open file, and overlapping calls need their own errors.
 * SFTP tells no identity of a file.
 */
export function openSftpFolder(options: SftpFolderOptions): Folder {
  const { address, clock = systemClock, random = Math.random, log = { info() {}, warn() {} } } = options
  const { host, port, user } = address
  const name = `sftp://${user}@${host}:${port}/${options.path.replace(/^\/+/, '')}`
  const session = createSftpSession({
    ...options,
    clock,
    random,
    log,
    timings: options.timings ?? sftpTimings,
    onLost: (error) => calls.failAll(error),
  })
  const calls = createCalls({
    name,
    clock,
    limits: options.limits,
    errorOf: (error) => errorOf(error, name),
    onTimeout: () =>
      session.drop(new FolderError('timeout', `${name} did not answer in time. It is tried again later.`)),
  })
  const run = <T>(act: (server: Server, call: Call) => Promise<T>) =>
    calls.run(async (call) => {
      const result = await act(createServer(await session.sftp(), { root: options.path, name }), call)
      session.answered()
      return result
    })
  let append: Ability = 'unknown'
  let replace: Ability = 'unknown'

  return {
    name,
    get can() {
      return {
        append,
        replace,
        absent: 'unknown' as const,
        identity: false,
        ranges: true,
        mostSkippedBytes: Number.POSITIVE_INFINITY,
      }
    },
    stat: (path) =>
      run(async (server) => {
        const stats = await server.stat(path)
        return stats && entryOf(partsOf(path).at(-1) ?? '', stats)
      }),
    list: (path) => run((server) => server.list(path)),
    read: (path, given) => run((server, call) => server.read(path, given, call)),
    write: (path, bytes) =>
      run(async (server, call) => {
        checkWrite(bytes)
        if ((await server.stat(path))?.isDirectory()) throw wrongKind(path, 'a folder', 'a file')
        replace = await server.aside(path, bytes, call, (temporary) => server.putOver(temporary, path))
      }),
    append: (path, bytes) =>
      run(async (server, call) => {
        checkWrite(bytes)
        if (append === 'unknown') append = await server.keepsOnAppend(splitPath(path).folder, call)
        if (append) return server.put(await server.file(path, true), 'a', bytes, call)
        throw new FolderError(
          'unsupported',
          `The SFTP server ${host}:${port} empties a file that it should append to, so nothing is appended. Write the whole file instead.`,
        )
      }),
    writeIfAbsent: (path, bytes) =>
      run(async (server, call) => {
        checkWrite(bytes)
        if (await server.stat(path)) return false
        return server.aside(path, bytes, call, (temporary) => server.putBeside(temporary, path))
      }),
    rename: (from, to) =>
      run(async (server) => {
        if (!(await server.stat(from))) throw notFound(from, name)
        replace = await server.putOver(from, to)
      }),
    remove: (path) =>
      run(async (server) => {
        const stats = await server.stat(path)
        if (stats?.isDirectory()) throw wrongKind(path, 'a folder', 'a file')
        return stats !== null && server.remove(path)
      }),
    async close() {
      calls.close()
      session.close()
    },
  }
}

type Server = ReturnType<typeof createServer>

/** The calls of SFTP as promises, on paths of the folder. */
function createServer(sftp: SFTPWrapper, { root, name }: { root: string; name: string }) {
  const full = (path: string) => posix.join(root || '.', ...partsOf(path))
  const ask = <T>(act: (done: (error: Error | null | undefined, value: T) => void) => void) =>
    new Promise<T>((resolve, reject) => act((error, value) => (error ? reject(error) : resolve(value))))
  const lstat = (path: string) => ask<Stats>((done) => sftp.lstat(full(path), done)).catch(nullIfAbsent)
  const removeQuietly = (path: string) => ask<void>((done) => sftp.unlink(full(path), done)).catch(() => {})
  const plainRename = (from: string, to: string) => ask<void>((done) => sftp.rename(full(from), full(to), done))

  /** A folder on the way must lie in this one, whatever links lead to it. */
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

  const server = {
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
        () => server.file(path, false),
        () => server.file(path, false),
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
        return (await server.read(trial, { from: 0, length: 8 }, call)).toString() === 'abcd'
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
  return server
}

const entryOf = (name: string, stats: Stats): FolderEntry => ({
  name,
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
  size: stats.isFile() ? stats.size : 0,
  modifiedAt: stats.mtime * 1_000,
  identity: null,
})

const notFound = (path: string, name: string) =>
  new FolderError('notFound', `${path || 'The folder'} is not there in ${name}. Check the path.`)

const leaves = (path: string, name: string) =>
  new FolderError(
    'outside',
    `${path} in ${name} is a link, or is reached over one that leads elsewhere, and links are not followed. Put the file itself there, or configure the folder that the link points to.`,
  )

const nullIfAbsent = (error: Error & { code?: unknown }): null => {
  if (error.code === STATUS_CODE.NO_SUCH_FILE) return null
  throw error
}

function errorOf(error: unknown, name: string): FolderError {
  const { code, message } = error as { code?: unknown; message: string }
  if (code === STATUS_CODE.NO_SUCH_FILE)
    return new FolderError('notFound', `A file or folder is not there in ${name}. Check the path.`, { cause: error })
  if (code === STATUS_CODE.PERMISSION_DENIED)
    return new FolderError('refused', `${name} does not allow that. Give the user the right to it.`, { cause: error })
  return new FolderError('failed', `${name} could not do it: ${message}.`, { cause: error })
}
