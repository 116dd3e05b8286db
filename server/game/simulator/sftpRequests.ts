import type { Stats } from 'node:fs'
import { type FileHandle, link, lstat, open, readdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises'
import { join, posix } from 'node:path'
import ssh2, { type FileEntry, type SFTPWrapper } from 'ssh2'
import type { Clock } from '../../engine/clock.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** Faults of the simulated SFTP server. */
export interface SftpFaults {
  /** Ms before each answer. */
  delay: number
  /** Accepts connections and requests, and answers nothing. */
  silence: boolean
  refuseLogin: boolean
  /** Opens every file for writing empty, whatever the client asks, as the SFTP server of Pelican and Pterodactyl does. */
  truncatesOnAppend: boolean
  /** Renames a file over another in one step, as OpenSSH can (`posix-rename@openssh.com`). */
  renamesOver: boolean
  /** Presents another host key to connections from now on. */
  changeHostKey(type?: 'ec' | 'rsa'): void
  /** Presents a key of a further type as well. */
  addHostKey(type: 'ec' | 'rsa'): void
  /** Stops listening and drops every connection. */
  cut(): Promise<void>
  /** Listens again, on the same port. */
  restore(): Promise<void>
  /** Drops every connection and keeps listening. */
  drop(): void
}

/** ssh2's server names no extensions in its answer to INIT: they are added to those 9 bytes. */
function nameExtension(sftp: SFTPWrapper, faults: SftpFaults): void {
  type Inner = { _protocol: { channelData(id: number, bytes: Buffer): void }; outgoing: { id: number } }
  const { _protocol: protocol, outgoing } = sftp as unknown as Inner
  const send = protocol.channelData
  protocol.channelData = (id, bytes) => {
    const isVersion = id === outgoing.id && bytes.length === 9 && bytes[4] === 2
    if (isVersion) protocol.channelData = send
    send.call(protocol, id, isVersion && faults.renamesOver ? withExtension(bytes) : bytes)
  }
}

function withExtension(version: Buffer): Buffer {
  const texts = ['posix-rename@openssh.com', '1'].flatMap((text) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length)
    return [length, Buffer.from(text)]
  })
  const whole = Buffer.concat([version, ...texts])
  whole.writeUInt32BE(whole.length - 4)
  return whole
}

interface Service {
  readonly root: string
  readonly faults: SftpFaults
  readonly log: string[]
  readonly clock: Clock
}

/** What a request opened: a file, or the entries of a folder that are not sent yet. */
type Opened = { readonly file: FileHandle } | { entries: FileEntry[] }

/** Answers one kind of request, with the status of the error that `act` throws. */
type On = <A extends unknown[]>(event: string, act: (reqId: number, ...given: A) => Promise<unknown> | unknown) => void

/** Answers the requests of one client. */
export function serveSftp(sftp: SFTPWrapper, { root, faults, log, clock }: Service) {
  nameExtension(sftp, faults)
  const handles = createHandles(sftp)
  const at = (path: string) => join(root, posix.normalize(`/${path}`))
  const on: On = (event, act) =>
    sftp.on(event, async (reqId: number, ...given: never) => {
      const [first]: readonly unknown[] = given
      log.push(`${event} ${typeof first === 'string' ? first : ''}`.trim())
      if (faults.silence) return
      if (faults.delay > 0) await new Promise<void>((resolve) => void clock.after(faults.delay, resolve))
      try {
        await act(reqId, ...given)
      } catch (error) {
        sftp.status(reqId, statusOf(error as NodeJS.ErrnoException))
      }
    })
  serveFiles(sftp, { on, at, handles, faults })
  serveNames(sftp, { on, at, handles, faults, root })
  sftp.on('close', handles.closeAll)
}

function statusOf({ code }: NodeJS.ErrnoException) {
  if (code === 'ENOENT') return STATUS_CODE.NO_SUCH_FILE
  return code === 'EACCES' || code === 'EPERM' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE
}

function createHandles(sftp: SFTPWrapper) {
  const opened = new Map<number, Opened>()
  let last = 0
  const get = (handle: Buffer) => opened.get(handle.readUInt32BE())
  const end = async (one: Opened | undefined) => {
    if (one && 'file' in one) await one.file.close()
  }
  return {
    keep(reqId: number, one: Opened) {
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(++last)
      opened.set(last, one)
      sftp.handle(reqId, handle)
    },
    file(handle: Buffer): FileHandle {
      const one = get(handle)
      if (one && 'file' in one) return one.file
      throw Object.assign(new Error('no such handle'), { code: 'EBADF' })
    },
    entries(handle: Buffer): FileEntry[] {
      const one = get(handle)
      return one && 'entries' in one ? one.entries : []
    },
    async close(handle: Buffer) {
      const one = get(handle)
      opened.delete(handle.readUInt32BE())
      await end(one)
    },
    closeAll() {
      for (const one of opened.values()) void end(one)
      opened.clear()
    },
  }
}

interface Requests {
  readonly on: On
  /** Path on this machine. */
  at(path: string): string
  readonly handles: ReturnType<typeof createHandles>
  readonly faults: SftpFaults
}

function serveFiles(sftp: SFTPWrapper, { on, at, handles, faults }: Requests) {
  on('OPEN', async (reqId, path: string, flags: number) => {
    const text = ssh2.utils.sftp.flagsToString(flags) ?? 'r'
    const isEmptied = faults.truncatesOnAppend && (flags & OPEN_MODE.WRITE) !== 0 && (flags & OPEN_MODE.EXCL) === 0
    handles.keep(reqId, { file: await open(at(path), isEmptied ? 'w+' : text) })
  })
  on('READ', async (reqId, handle: Buffer, offset: number, length: number) => {
    const { bytesRead, buffer } = await handles
      .file(handle)
      .read(Buffer.alloc(Math.min(length, 32_768)), 0, null, offset)
    if (bytesRead === 0) sftp.status(reqId, STATUS_CODE.EOF)
    else sftp.data(reqId, buffer.subarray(0, bytesRead))
  })
  on('WRITE', async (reqId, handle: Buffer, offset: number, bytes: Buffer) => {
    await handles.file(handle).write(bytes, 0, bytes.length, offset)
    sftp.status(reqId, STATUS_CODE.OK)
  })
  on('FSTAT', async (reqId, handle: Buffer) => sftp.attrs(reqId, attributesOf(await handles.file(handle).stat())))
  on('CLOSE', async (reqId, handle: Buffer) => {
    await handles.close(handle)
    sftp.status(reqId, STATUS_CODE.OK)
  })
}

function serveNames(sftp: SFTPWrapper, { on, at, handles, faults, root }: Requests & { readonly root: string }) {
  const done = (reqId: number) => sftp.status(reqId, STATUS_CODE.OK)
  on('STAT', async (reqId, path: string) => sftp.attrs(reqId, attributesOf(await stat(at(path)))))
  on('LSTAT', async (reqId, path: string) => sftp.attrs(reqId, attributesOf(await lstat(at(path)))))
  on('REALPATH', async (reqId, path: string) => {
    const filename = await virtualPath(root, at(path))
    sftp.name(reqId, [{ filename, longname: filename, attrs: attributesOf(await stat(root)) }])
  })
  on('OPENDIR', async (reqId, path: string) => handles.keep(reqId, { entries: await entriesOf(at(path)) }))
  on('READDIR', (reqId, handle: Buffer) => {
    const batch = handles.entries(handle).splice(0, 100)
    if (batch.length === 0) sftp.status(reqId, STATUS_CODE.EOF)
    else sftp.name(reqId, batch)
  })
  on('REMOVE', async (reqId, path: string) => {
    await unlink(at(path))
    done(reqId)
  })
  on('RENAME', async (reqId, from: string, to: string) => {
    // As OpenSSH: a second name that never replaces a file, and then without the first.
    await link(at(from), at(to))
    await rm(at(from))
    done(reqId)
  })
  on('EXTENDED', async (reqId, name: string, bytes: Buffer) => {
    if (name !== 'posix-rename@openssh.com' || !faults.renamesOver)
      return sftp.status(reqId, STATUS_CODE.OP_UNSUPPORTED)
    const length = bytes.readUInt32BE()
    await rename(at(bytes.toString('utf8', 4, 4 + length)), at(bytes.toString('utf8', 8 + length)))
    done(reqId)
  })
}

const attributesOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1_000),
  mtime: Math.floor(mtimeMs / 1_000),
})

async function entriesOf(path: string): Promise<FileEntry[]> {
  const entries: FileEntry[] = []
  for (const filename of await readdir(path)) {
    const found = await lstat(join(path, filename)).catch(() => null)
    if (found) entries.push({ filename, longname: filename, attrs: attributesOf(found) })
  }
  return entries
}

/** Where a path really is, as clients see it; a place outside the root keeps its own path. */
async function virtualPath(root: string, path: string): Promise<string> {
  const [base, real] = [await realpath(root), await realpath(path)]
  return real === base ? '/' : real.startsWith(`${base}/`) ? real.slice(base.length) : real
}
