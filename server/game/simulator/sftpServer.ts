import { createHash, generateKeyPairSync, timingSafeEqual } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, link, lstat, open, readdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises'
import { join, posix } from 'node:path'
import ssh2, { type AuthContext, type Connection, type FileEntry, type SFTPWrapper } from 'ssh2'
import type { Clock } from '../../engine/clock.ts'
import { listenOn } from './listener.ts'

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

interface SftpServerOptions {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** The folder that clients see as `/`. Links in it are followed, as real servers do. */
  readonly root: string
  readonly user: string
  readonly password: string
  /** Public keys in OpenSSH's form with which the user may sign in as well. */
  readonly publicKeys?: readonly string[]
  readonly clock: Clock
}

/** An SFTP server over a folder of this machine, with faults. Its host key is new at each start. */
export async function startSftpServer(options: SftpServerOptions) {
  const { host, port, clock } = options
  const log: string[] = []
  let server = createServer([createKey('ec')])
  function createServer(keys: readonly string[]) {
    const created = new ssh2.Server({ hostKeys: [...keys] }, (connection) => serve(connection))
    return { created, keys }
  }
  const listener = await listenOn(host, port, (socket) => {
    log.push('connect')
    socket.on('error', () => {})
    if (!faults.silence) server.created.injectSocket(socket)
  })
  const faults: SftpFaults = {
    delay: 0,
    silence: false,
    refuseLogin: false,
    truncatesOnAppend: false,
    renamesOver: true,
    changeHostKey(type = 'ec') {
      server = createServer([createKey(type)])
    },
    addHostKey(type) {
      server = createServer([...server.keys, createKey(type)])
    },
    cut: listener.cut,
    restore: listener.restore,
    drop: listener.drop,
  }

  function serve(connection: Connection) {
    connection.on('error', () => {})
    connection.on('authentication', (context) => {
      log.push(`login ${context.method}`)
      if (!faults.refuseLogin && mayEnter(context, options)) context.accept()
      else context.reject(['password', 'publickey'])
    })
    connection.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => {
        serveFiles(nameExtension(acceptSftp(), faults), { root: options.root, faults, log, clock })
      })
    })
  }

  return {
    port: listener.port,
    faults,
    /** `connect`, `login <method>` and each request, in order of arrival. */
    log: log as readonly string[],
    connections: listener.connections,
    /** Of each host key that new connections may see, as `ssh-keygen -l` prints it. */
    fingerprints: () => server.keys.map(fingerprintOf),
    close: listener.cut,
  }
}
export type SftpServer = Awaited<ReturnType<typeof startSftpServer>>

/** Not by ssh2, whose Ed25519 keys are malformed once in a while. */
function createKey(type: 'ec' | 'rsa'): string {
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const
  if (type === 'rsa') {
    const privateKeyEncoding = { type: 'pkcs1', format: 'pem' } as const
    return generateKeyPairSync('rsa', { modulusLength: 2_048, publicKeyEncoding, privateKeyEncoding }).privateKey
  }
  const privateKeyEncoding = { type: 'sec1', format: 'pem' } as const
  return generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding, privateKeyEncoding }).privateKey
}

function fingerprintOf(privateKey: string): string {
  const key = ssh2.utils.parseKey(privateKey)
  if (key instanceof Error) throw key
  return `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '')}`
}

const isSame = (given: string, wanted: string) => {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

function mayEnter(context: AuthContext, { user, password, publicKeys = [] }: SftpServerOptions): boolean {
  if (!isSame(context.username, user)) return false
  if (context.method === 'password') return isSame(context.password, password)
  if (context.method !== 'publickey') return false
  for (const text of publicKeys) {
    const key = ssh2.utils.parseKey(text)
    if (key instanceof Error || !key.getPublicSSH().equals(context.key.data)) continue
    if (!context.signature) return true
    return context.blob !== undefined && key.verify(context.blob, context.signature, context.hashAlgo) === true
  }
  return false
}

/** ssh2's server names no extensions in its answer to INIT: they are added to those 9 bytes. */
function nameExtension(sftp: SFTPWrapper, faults: SftpFaults): SFTPWrapper {
  type Inner = { _protocol: { channelData(id: number, bytes: Buffer): void }; outgoing: { id: number } }
  const { _protocol: protocol, outgoing } = sftp as unknown as Inner
  const send = protocol.channelData
  protocol.channelData = (id, bytes) => {
    const isVersion = id === outgoing.id && bytes.length === 9 && bytes[4] === 2
    if (isVersion) protocol.channelData = send
    send.call(protocol, id, isVersion && faults.renamesOver ? withExtension(bytes) : bytes)
  }
  return sftp
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

function serveFiles(sftp: SFTPWrapper, { root, faults, log, clock }: Service) {
  const opened = new Map<number, Opened>()
  let lastHandle = 0
  const at = (path: string) => join(root, posix.normalize(`/${path}`))
  const keep = (reqId: number, one: Opened) => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(++lastHandle)
    opened.set(lastHandle, one)
    sftp.handle(reqId, handle)
  }
  const fileOf = (handle: Buffer): FileHandle => {
    const one = opened.get(handle.readUInt32BE())
    if (one && 'file' in one) return one.file
    throw Object.assign(new Error('no such handle'), { code: 'EBADF' })
  }
  const done = (reqId: number) => sftp.status(reqId, STATUS_CODE.OK)
  /** Answers a request, with the status of the error that `act` throws. */
  const on = <A extends unknown[]>(event: string, act: (reqId: number, ...given: A) => Promise<void> | void) =>
    sftp.on(event, async (reqId: number, ...given: A) => {
      log.push(`${event} ${typeof given[0] === 'string' ? given[0] : ''}`.trim())
      if (faults.silence) return
      if (faults.delay > 0) await new Promise<void>((resolve) => void clock.after(faults.delay, resolve))
      try {
        await act(reqId, ...given)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT') sftp.status(reqId, STATUS_CODE.NO_SUCH_FILE)
        else if (code === 'EACCES' || code === 'EPERM') sftp.status(reqId, STATUS_CODE.PERMISSION_DENIED)
        else sftp.status(reqId, STATUS_CODE.FAILURE)
      }
    })

  on('OPEN', async (reqId, path: string, flags: number) => {
    const text = ssh2.utils.sftp.flagsToString(flags) ?? 'r'
    const asked = faults.truncatesOnAppend && (flags & OPEN_MODE.WRITE) !== 0 && !(flags & OPEN_MODE.EXCL) ? 'w+' : text
    keep(reqId, { file: await open(at(path), asked) })
  })
  on('READ', async (reqId, handle: Buffer, offset: number, length: number) => {
    const { bytesRead, buffer } = await fileOf(handle).read(Buffer.alloc(Math.min(length, 32_768)), 0, null, offset)
    if (bytesRead === 0) sftp.status(reqId, STATUS_CODE.EOF)
    else sftp.data(reqId, buffer.subarray(0, bytesRead))
  })
  on('WRITE', async (reqId, handle: Buffer, offset: number, bytes: Buffer) => {
    await fileOf(handle).write(bytes, 0, bytes.length, offset)
    done(reqId)
  })
  on('FSTAT', async (reqId, handle: Buffer) => sftp.attrs(reqId, attributesOf(await fileOf(handle).stat())))
  on('CLOSE', async (reqId, handle: Buffer) => {
    const number = handle.readUInt32BE()
    const one = opened.get(number)
    opened.delete(number)
    if (one && 'file' in one) await one.file.close()
    done(reqId)
  })
  on('STAT', async (reqId, path: string) => sftp.attrs(reqId, attributesOf(await stat(at(path)))))
  on('LSTAT', async (reqId, path: string) => sftp.attrs(reqId, attributesOf(await lstat(at(path)))))
  on('REALPATH', async (reqId, path: string) => {
    const filename = await virtualPath(root, at(path))
    sftp.name(reqId, [{ filename, longname: filename, attrs: attributesOf(await stat(root)) }])
  })
  on('OPENDIR', async (reqId, path: string) => keep(reqId, { entries: await entriesOf(at(path)) }))
  on('READDIR', (reqId, handle: Buffer) => {
    const one = opened.get(handle.readUInt32BE())
    const batch = one && 'entries' in one ? one.entries.splice(0, 100) : []
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
    const [from, to] = [bytes.toString('utf8', 4, 4 + length), bytes.toString('utf8', 8 + length)]
    await rename(at(from), at(to))
    done(reqId)
  })
  sftp.on('close', () => {
    for (const one of opened.values()) if ('file' in one) void one.file.close()
    opened.clear()
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
