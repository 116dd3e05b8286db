import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { checkOf, type EndLine, EXPORT_FORMAT, type ExportHeader, type PartLine, type RecordKind } from './format.ts'
import { SourceMoved, type TransferSource } from './transferPort.ts'

const TRIES = 5

interface Wish {
  readonly open: () => Promise<TransferSource>
  readonly file: string
  /** Epoch ms. */
  readonly now: number
  readonly onSource?: (source: TransferSource) => void
  readonly onPart?: () => void
}

/** Exports a store as it stands; one that moves on meanwhile is read again, a few times. @throws NoStore, FileTaken, SourceMoved, DamagedStore, StoreInUse */
export async function exportStore({ open, onSource = () => {}, ...wish }: Wish): Promise<EndLine> {
  for (let tries = 1; ; tries += 1) {
    const source = await open()
    onSource(source)
    try {
      return await writeExport({ ...wish, source })
    } catch (error) {
      if (!(error instanceof SourceMoved) || tries === TRIES) throw error
    } finally {
      await source.close()
    }
  }
}

const MOST_RECORDS = 500
const MOST_BYTES = 256 * 1024

/** The file is there already. It was not touched. */
export class FileTaken extends Error {}

/** While it is being written an export is called this. */
export const unfinishedName = (file: string) => `${file}.incomplete`

const openNew = async (file: string): Promise<FileHandle> => {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new FileTaken(
      `${file} is there already: an export that was interrupted, or that is still being written. Remove it, or name another file.`,
    )
  }
}

const putInPlace = async (written: string, file: string) => {
  try {
    await link(written, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(file)
    throw error
  }
  await rm(written)
}

const taken = (file: string) => new FileTaken(`${file} is there already. Name another file, or move that one away.`)

/** Writes lines, and keeps the check of all that was written. */
const createWriter = (handle: FileHandle, source: TransferSource, now: number) => {
  let check = ''
  let parts = 0
  const counts: Record<RecordKind, number> = { documents: 0, archive: 0, journal: 0 }

  const write = async <Line extends object>(line: Line, body = '') => {
    check = checkOf(check, line, body)
    await handle.appendFile(`${JSON.stringify({ ...line, check })}\n${body}`)
  }
  return {
    header: () =>
      write<Omit<ExportHeader, 'check'>>({
        ...{ waterhole: 'export', form: EXPORT_FORMAT, id: randomUUID(), madeAt: now },
        ...{ from: source.place, position: source.position },
      }),
    async part(of: RecordKind, lines: readonly string[]) {
      if (lines.length === 0) return
      const body = `${lines.join('\n')}\n`
      parts += 1
      counts[of] += lines.length
      const line = { part: parts, of, records: lines.length, bytes: Buffer.byteLength(body) }
      await write<Omit<PartLine, 'check'>>(line, body)
    },
    async end(): Promise<EndLine> {
      const line = { end: true, parts, ...counts } as const
      await write<Omit<EndLine, 'check'>>(line)
      return { ...line, check }
    },
  }
}

/** Gathers records of a sort until they make a part. */
async function writeAll(source: TransferSource, writer: ReturnType<typeof createWriter>, onPart: () => void) {
  let of: RecordKind = 'documents'
  let lines: string[] = []
  let characters = 0
  const flush = async () => {
    await writer.part(of, lines)
    if (lines.length > 0) onPart()
    lines = []
    characters = 0
  }
  for await (const piece of source.pieces()) {
    if (piece.of !== of || lines.length >= MOST_RECORDS || characters + piece.json.length > MOST_BYTES) await flush()
    of = piece.of
    lines.push(piece.json)
    characters += piece.json.length
  }
  await flush()
}

interface WishOfWriteExport {
  readonly source: TransferSource
  readonly file: string
  /** Epoch ms. */
  readonly now: number
  readonly onPart?: () => void
}

/**
 * Writes all that a store holds into a new file, which gets its name when it is complete and on the disk. What was begun is
 * removed when it fails, and left as FILE.incomplete when the process ends. @throws FileTaken, SourceMoved, DamagedStore
 */
export const writeExport = async ({ source, file, now, onPart = () => {} }: WishOfWriteExport): Promise<EndLine> => {
  if (await isThere(file)) throw taken(file)
  const unfinished = unfinishedName(file)
  const handle = await openNew(unfinished)
  try {
    const writer = createWriter(handle, source, now)
    await writer.header()
    await writeAll(source, writer, onPart)
    await source.confirm()
    const end = await writer.end()
    await handle.sync()
    await handle.close()
    await putInPlace(unfinished, file)
    return end
  } catch (error) {
    await handle.close()
    await rm(unfinished, { force: true })
    throw error
  }
}

const isThere = (file: string) =>
  open(file, 'r').then(
    async (handle) => {
      await handle.close()
      return true
    },
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
