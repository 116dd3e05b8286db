import { z } from 'zod'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import { type Clock, systemClock } from '../../engine/clock.ts'
import { type Call, type CallLimits, createCalls } from './calls.ts'
import {
  type Ability,
  checkRead,
  checkWrite,
  type Folder,
  FolderError,
  partsOf,
  splitPath,
  temporaryName,
  wrongKind,
} from './folder.ts'
import { createPanelClient, networkError, type PanelAddress } from './panelClient.ts'
import { createListings, leaves, notFound, trustFileMs } from './panelListings.ts'

interface PanelFolderOptions {
  readonly panel: PanelAddress
  /** In the files of the server, from their root. */
  readonly path: string
  readonly clock?: Clock
  readonly limits?: CallLimits
  /** Most bytes that one read moves before the bytes that it returns. */
  readonly mostSkippedBytes?: number
}

const SignedUrl = z.object({ attributes: z.object({ url: z.string() }) })

/**
 * A folder in the files of a Pelican or Pterodactyl panel. The panel cannot append and cannot rename over a file; it answers some requests
 * with success that did nothing, so each change is looked at afterwards. Its daemon (Wings) sends a file from its beginning and ignores
 * `Range`: each read costs the bytes before it, and a file of more than 64 MB can only be read over the SFTP of the same panel.
 */
export function openPanelFolder(options: PanelFolderOptions): Folder {
  const { panel, clock = systemClock, mostSkippedBytes = 64_000_000 } = options
  const root = partsOf(options.path.replace(/^\/+/, ''))
  const name = `panel:${new URL(panel.url).host}/${[panel.server, ...root].join('/')}`
  const calls = createCalls({
    name,
    clock,
    limits: options.limits,
    errorOf: (error) =>
      new FolderError('failed', `${name} could not do it: ${(error as Error).message}.`, { cause: error }),
  })
  const client = createPanelClient(panel, clock)
  const look = createListings({ client, clock, name, server: panel.server })
  let ranges: Ability = 'unknown'
  const can = { append: false, replace: false, absent: false, identity: false, mostSkippedBytes }

  /** Parts from the root of the server's files. */
  const full = (path: string) => [...root, ...partsOf(path)]
  const pathOf = (path: string) => `/${full(path).join('/')}`
  const holder = (path: string, call: Call) => look.walk(full(path).slice(0, -1), root.length, call)
  const seen = async (path: string, call: Call) => {
    if (partsOf(path).length > 0) await holder(path, call)
    return look.entry(full(path), 0, call)
  }
  const write = (path: string, body: Buffer, { signal }: Call) =>
    client.ask({ method: 'POST', path: '/files/write', query: { file: pathOf(path) }, body, signal })
  const rename = (from: string, to: string, { signal }: Call) => {
    const files = [{ from: pathOf(from).slice(1), to: pathOf(to).slice(1) }]
    return client.ask({ method: 'PUT', path: '/files/rename', body: { root: '/', files }, signal })
  }
  const remove = (path: string, { signal }: Call) =>
    client.ask({ method: 'POST', path: '/files/delete', body: { root: '/', files: [pathOf(path).slice(1)] }, signal })
  const untrue = (path: string, what: string) =>
    new FolderError(
      'failed',
      `The panel said that it ${what} ${path}, and it did not. Look at the server's files in the panel.`,
    )
  /** A file that may be written: a link is not, as the daemon would follow it. */
  const writable = async (path: string, call: Call) => {
    splitPath(path)
    const entry = await seen(path, call)
    if (entry?.kind === 'folder') throw wrongKind(path, 'a folder', 'a file')
    return entry
  }
  const put = async (path: string, bytes: Buffer, call: Call) => {
    await write(path, bytes, call)
    if ((await look.entry(full(path), 0, call))?.size !== bytes.length) throw untrue(path, 'wrote')
  }

  return {
    name,
    get can() {
      return { ...can, ranges }
    },
    stat: (path) =>
      calls.run((call) =>
        seen(path, call).catch((error: FolderError) => (error.code === 'wrongKind' ? null : nullIfAbsent(error))),
      ),
    list: (path) =>
      calls.run(async (call) => {
        await look.walk(full(path), root.length, call)
        return look.list(full(path), call)
      }),
    read: (path, given) =>
      calls.run(async (call) => {
        checkRead(given)
        splitPath(path)
        await holder(path, call)
        const entry = await look.entry(full(path), trustFileMs, call)
        if (!entry) throw notFound(path, name)
        if (entry.kind !== 'file')
          throw entry.kind === 'other' ? leaves(path, name) : wrongKind(path, 'a folder', 'a file')
        if (given.length === 0) return Buffer.alloc(0)
        const signed = await client.ask({
          method: 'GET',
          path: '/files/download',
          query: { file: pathOf(path) },
          signal: call.signal,
        })
        const { from, length } = given
        const range = { range: `bytes=${from}-${from + length - 1}` }
        const response = await client.download(SignedUrl.parse(signed).attributes.url, range, call.signal)
        if (response.status === 200 || response.status === 206) ranges = response.status === 206
        return await partOf(response, { path, from, length, mostSkippedBytes, name }, call)
      }),
    write: (path, bytes) =>
      calls.run(async (call) => {
        checkWrite(bytes)
        if ((await writable(path, call))?.kind === 'other') throw leaves(path, name)
        await put(path, bytes, call)
      }),
    append: (path) =>
      calls.run(async () => {
        splitPath(path)
        throw new FolderError(
          'unsupported',
          'A hosting panel cannot add to a file. Write the whole file, or use the SFTP of the same host.',
        )
      }),
    writeIfAbsent: (path, bytes) =>
      calls.run(async (call) => {
        checkWrite(bytes)
        if (await writable(path, call)) return false
        const temporary = [...partsOf(path).slice(0, -1), temporaryName()].join('/')
        const isThere = async (each: string) => (await look.entry(full(each), 0, call)) !== null
        try {
          await put(temporary, bytes, call)
          const refused = await rename(temporary, path, call).then(
            () => null,
            (error: FolderError) => error,
          )
          if (!(await isThere(temporary))) return true
          if (await isThere(path)) return false
          throw refused ?? untrue(temporary, 'renamed')
        } finally {
          if (!call.signal.aborted && (await isThere(temporary).catch(() => true)))
            await remove(temporary, call).catch(() => {})
        }
      }),
    rename: (from, to) =>
      calls.run(async (call) => {
        splitPath(to)
        if (!(await writable(from, call))) throw notFound(from, name)
        await holder(to, call)
        await rename(from, to, call)
        if (await look.entry(full(from), 0, call)) throw untrue(from, 'renamed')
      }),
    remove: (path) =>
      calls.run(async (call) => {
        if (!(await writable(path, call).catch(nullIfAbsent))) return false
        await remove(path, call)
        if (await look.entry(full(path), 0, call)) throw untrue(path, 'removed')
        return true
      }),
    async close() {
      calls.close()
    },
  }
}

interface Part {
  readonly path: string
  readonly from: number
  readonly length: number
  readonly mostSkippedBytes: number
  readonly name: string
}

/** The wanted bytes of a download, which is ended when they are there. */
async function partOf(response: Response, part: Part, call: Call): Promise<Buffer> {
  const { path, from, length, mostSkippedBytes, name } = part
  const { status, headers, body } = response
  try {
    if (status === 416) return Buffer.alloc(0)
    if (status === 404) throw notFound(path, name)
    if (status !== 200 && status !== 206)
      throw new FolderError(
        status >= 500 ? 'unreachable' : 'failed',
        `The machine of ${name} answers ${status} to a download.`,
      )
    const skip = status === 206 ? 0 : from
    const size = headers.get('content-length')
    if (status === 200 && size !== null && Number(size) <= from) return Buffer.alloc(0)
    if (skip > mostSkippedBytes)
      throw new FolderError(
        'tooLarge',
        `${path} is too large to read through the panel: its machine sends files from their beginning, and at most ${bytesInWords(mostSkippedBytes)} are skipped. Use the SFTP address that the panel shows for the server, or let the game begin a new log.`,
      )
    return await collect(body, { skip, length }, call)
  } finally {
    await body?.cancel().catch(() => {})
  }
}

async function collect(
  body: Response['body'],
  { skip, length }: { skip: number; length: number },
  call: Call,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let passed = 0
  let kept = 0
  const reader = body?.getReader()
  try {
    while (reader && kept < length) {
      const { done, value } = await reader.read()
      if (done) break
      call.progress()
      const wanted = value.subarray(Math.max(0, skip - passed), Math.max(0, skip + length - passed))
      passed += value.length
      kept += wanted.length
      if (wanted.length > 0) chunks.push(wanted)
    }
  } catch (error) {
    throw networkError(error, 'The machine of the game server')
  } finally {
    reader?.releaseLock()
  }
  return Buffer.concat(chunks, kept)
}

const nullIfAbsent = (error: FolderError): null => {
  if (error.code === 'notFound') return null
  throw error
}
