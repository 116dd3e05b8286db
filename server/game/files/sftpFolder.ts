import { type Clock, systemClock } from '../../engine/clock.ts'
import type { LinkLog } from '../link.ts'
import { type Call, type CallLimits, createCalls } from './calls.ts'
import { type Ability, checkWrite, type Folder, FolderError, partsOf, splitPath, wrongKind } from './folder.ts'
import type { HostKeys } from './hostKeys.ts'
import { createSftpFiles, entryOf, notFound, type SftpFiles, sftpStatus } from './sftpFiles.ts'
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

/**
 * A folder over SFTP. ssh2 itself is used, not a wrapper around it: a read needs an open file, and overlapping calls need their own errors.
 * SFTP gives no identity of a file.
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
      session.drop(new FolderError('timeout', `${name} did not answer in time. It will be tried again later.`)),
  })
  const run = <T>(act: (files: SftpFiles, call: Call) => Promise<T>) =>
    calls.run(async (call) => {
      const result = await act(createSftpFiles(await session.sftp(), { root: options.path, name }), call)
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
      run(async (files) => {
        const stats = await files.stat(path)
        return stats && entryOf(partsOf(path).at(-1) ?? '', stats)
      }),
    list: (path) => run((files) => files.list(path)),
    read: (path, given) => run((files, call) => files.read(path, given, call)),
    write: (path, bytes) =>
      run(async (files, call) => {
        checkWrite(bytes)
        if ((await files.stat(path))?.isDirectory()) throw wrongKind(path, 'a folder', 'a file')
        replace = await files.aside(path, bytes, call, (temporary) => files.putOver(temporary, path))
      }),
    append: (path, bytes) =>
      run(async (files, call) => {
        checkWrite(bytes)
        if (append === 'unknown') append = await files.keepsOnAppend(splitPath(path).folder, call)
        if (append) return files.put(await files.file(path, true), 'a', bytes, call)
        throw new FolderError(
          'unsupported',
          `The SFTP server ${host}:${port} empties a file that it should append to, so nothing is appended. Write the whole file instead.`,
        )
      }),
    writeIfAbsent: (path, bytes) =>
      run(async (files, call) => {
        checkWrite(bytes)
        if (await files.stat(path)) return false
        return files.aside(path, bytes, call, (temporary) => files.putBeside(temporary, path))
      }),
    rename: (from, to) =>
      run(async (files) => {
        if (!(await files.stat(from))) throw notFound(from, name)
        replace = await files.putOver(from, to)
      }),
    remove: (path) =>
      run(async (files) => {
        const stats = await files.stat(path)
        if (stats?.isDirectory()) throw wrongKind(path, 'a folder', 'a file')
        return stats !== null && files.remove(path)
      }),
    async close() {
      calls.close()
      session.close()
    },
  }
}

function errorOf(error: unknown, name: string): FolderError {
  const { code, message } = error as { code?: unknown; message: string }
  if (code === sftpStatus.noSuchFile)
    return new FolderError('notFound', `A file or folder is not there in ${name}. Check the path.`, { cause: error })
  if (code === sftpStatus.permissionDenied)
    return new FolderError('refused', `${name} does not allow that. Give the user the right to it.`, { cause: error })
  return new FolderError('failed', `${name} could not do it: ${message}.`, { cause: error })
}
