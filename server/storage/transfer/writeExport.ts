import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createZstdCompress } from 'node:zlib'
import { STORE_FORMAT } from '../migrations.ts'
import type { RecordKind } from '../records.ts'
import { putInPlace } from '../sqlite/database.ts'
import { checkOf, type EndLine, type ExportedFile, type ExportHeader, type PartLine } from './format.ts'
import { SourceMoved, type TransferSource } from './transferPort.ts'

const MAX_TRIES = 5

export interface ExportOptions {
  readonly open: () => Promise<TransferSource>
  readonly file: string
  /** Epoch ms. */
  readonly now: number
  readonly onSource?: (source: TransferSource) => void
  readonly onPart?: () => void
  /** Whether the file is compressed (Zstandard). Both kinds are read alike. */
  readonly isCompressed?: boolean
  /** What the export holds beside the records. */
  readonly files?: AsyncIterable<ExportedFile>
}

/**
 * Exports a store as it is; a store that is written to meanwhile is read again, a few times.
 * @throws NoStore, FileTaken, NoFolder, SourceMoved, DamagedStore, StoreInUse
 */
export async function exportStore({ open, onSource = () => {}, ...options }: ExportOptions): Promise<EndLine> {
  for (let tries = 1; ; tries += 1) {
    const source = await open()
    onSource(source)
    try {
      return await writeExport({ ...options, source })
    } catch (error) {
      if (!(error instanceof SourceMoved) || tries === MAX_TRIES) throw error
    } finally {
      await source.close()
    }
  }
}

/** The file exists already. It was not touched. */
export class FileTaken extends Error {}

/** The folder of the file does not exist, or takes no files. */
export class NoFolder extends Error {}

/** The name of an export while it is being written. */
export const unfinishedName = (file: string) => `${file}.incomplete`

/**
 * Writes everything that a store holds into a new file, which gets its name when it is complete and synced. An unfinished file is
 * removed after an error, and stays as FILE.incomplete when the process ends. @throws FileTaken, NoFolder, SourceMoved, DamagedStore
 */
export const writeExport = async ({
  source,
  file,
  now,
  onPart = () => {},
  isCompressed = false,
  files,
}: Omit<ExportOptions, 'open' | 'onSource'> & { readonly source: TransferSource }): Promise<EndLine> => {
  if (await exists(file)) throw taken(file)
  const unfinished = unfinishedName(file)
  const handle = await openNew(unfinished)
  const out = openOutput(handle, isCompressed)
  try {
    const writer = createWriter(out.write, source, now)
    await writer.header()
    await writeRecords(source, writer, onPart)
    for await (const one of files ?? []) await writer.part('files', [JSON.stringify(one)])
    await source.confirm()
    const end = await writer.end()
    await out.end()
    await handle.sync()
    await handle.close()
    if (!putInPlace(unfinished, file)) throw taken(file)
    await rm(unfinished, { force: true })
    return end
  } catch (error) {
    out.abort()
    await handle.close()
    await rm(unfinished, { force: true })
    throw error
  }
}

const taken = (file: string) => new FileTaken(`${file} is there already. Name another file, or move that one away.`)

const exists = (file: string) =>
  open(file, 'r').then(
    async (handle) => {
      await handle.close()
      return true
    },
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  )

const openNew = async (file: string): Promise<FileHandle> => {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const folder = dirname(file)
    if (code === 'ENOENT' && !existsSync(folder))
      throw new NoFolder(`There is no folder ${folder}. Make it, or name a file in another folder.`, { cause: error })
    if (code === 'ENOTDIR')
      throw new NoFolder(`${folder} is not a folder. Name a file in a folder that you may write to.`, { cause: error })
    if (['ENOENT', 'EACCES', 'EPERM', 'EROFS'].includes(code))
      throw new NoFolder(`No file can be made in ${folder} (${code}). Name a file in a folder that you may write to.`, {
        cause: error,
      })
    if (code !== 'EEXIST') throw error
    throw new FileTaken(
      `${file} is there already: an export that was interrupted, or that is still being written. Remove it, or name another file.`,
    )
  }
}

/** Limits of one part. */
const MAX_RECORDS = 500
const MAX_CHARACTERS = 256 * 1024

async function writeRecords(source: TransferSource, writer: Writer, onPart: () => void) {
  let of: RecordKind = 'documents'
  let lines: string[] = []
  let characters = 0
  const flush = async () => {
    await writer.part(of, lines)
    if (lines.length > 0) onPart()
    lines = []
    characters = 0
  }
  for await (const record of source.records()) {
    const isFull = lines.length >= MAX_RECORDS || characters + record.json.length > MAX_CHARACTERS
    if (record.of !== of || isFull) await flush()
    of = record.of
    lines.push(record.json)
    characters += record.json.length
  }
  await flush()
}

/** Written and synced so many bytes at a time, so that the disk never gets much at once: the journal waits for the same disk. */
const SYNC_BYTES = 512 * 1024

/** Level 3 of Zstandard: of a journal of 1 GB it leaves a seventh, faster than the records are read. */
function openOutput(handle: FileHandle, isCompressed: boolean) {
  if (!isCompressed) return { write: (text: string) => handle.appendFile(text), async end() {}, abort() {} }
  const packed = createZstdCompress()
  const written = (async () => {
    let unsynced = 0
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      await handle.appendFile(chunk)
      unsynced += chunk.length
      if (unsynced < SYNC_BYTES) continue
      await handle.datasync()
      unsynced = 0
    }
  })()
  // The next write throws it, or the end.
  let failure: unknown = null
  written.catch((error: unknown) => {
    failure = error
    packed.destroy()
  })
  return {
    /** Waits until it is compressed: reading and compressing take one processor in turn, and leave the others to the hub. */
    async write(text: string) {
      if (failure) throw failure
      await new Promise<void>((resolve, reject) => packed.write(text, (error) => (error ? reject(error) : resolve())))
    },
    async end() {
      packed.end()
      await written
    },
    abort: () => void packed.destroy(),
  }
}

/** Writes lines and parts, and chains their checks. */
const createWriter = (append: (text: string) => Promise<void>, source: TransferSource, now: number) => {
  let check = ''
  let parts = 0
  const counts: Record<RecordKind, number> = { documents: 0, archive: 0, journal: 0 }
  let files = 0

  const write = async <Line extends object>(line: Line, body = '') => {
    check = checkOf(check, line, body)
    await append(`${JSON.stringify({ ...line, check })}\n${body}`)
  }
  return {
    header: () =>
      write<Omit<ExportHeader, 'check'>>({
        waterhole: 'export',
        form: STORE_FORMAT,
        id: randomUUID(),
        madeAt: now,
        from: source.place,
        position: source.position,
      }),
    async part(of: RecordKind | 'files', lines: readonly string[]) {
      if (lines.length === 0) return
      const body = `${lines.join('\n')}\n`
      parts += 1
      if (of === 'files') files += lines.length
      else counts[of] += lines.length
      const line = { part: parts, of, records: lines.length, bytes: Buffer.byteLength(body) }
      await write<Omit<PartLine, 'check'>>(line, body)
    },
    async end(): Promise<EndLine> {
      // A file without any is the same as before there could be some.
      const line = { end: true, parts, ...counts, ...(files > 0 && { files }) } as const
      await write<Omit<EndLine, 'check'>>(line)
      return { ...line, check }
    },
  }
}
type Writer = ReturnType<typeof createWriter>
