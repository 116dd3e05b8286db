import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { reasonOf } from '../../engine/unusablePlace.ts'
import { canMigrate, createMigration, MIGRATIONS, type RecordMigration, STORE_FORMAT } from '../migrations.ts'
import { recordSchemas } from '../records.ts'
import { EndLine, ExportedFile, ExportHeader, isChecked, type Part, PartLine } from './format.ts'

/**
 * Reads an export from its beginning. Records of an older format are migrated as they are read.
 * @throws BadExport, here or at the part that is wrong
 */
export const readExport = async (file: string, migrations = MIGRATIONS) => {
  const handle = await openFile(file)
  const reader = createByteReader(await openInput(handle, file))
  try {
    const header = await readHeader(file, reader, (format) => canMigrate(format, migrations))
    const parts = readParts(file, reader, header, createMigration(header.form, migrations))
    return { header, parts, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * Reads the whole file and compares it with its checks, without a look at the records: says in a fraction of the time whether it is as it was
 * written. @throws BadExport
 */
export const compareExport = async (file: string) => {
  const handle = await openFile(file)
  try {
    const reader = createByteReader(await openInput(handle, file))
    const header = await readHeader(file, reader, (format) => canMigrate(format, MIGRATIONS))
    const bodies = readBodies(file, reader, header)
    for (let next = await bodies.next(); ; next = await bodies.next()) if (next.done) return { header, end: next.value }
  } finally {
    await handle.close()
  }
}

/**
 * Why a file is not imported. 'notOurs': it is something else. 'otherForm': another release wrote it in another format. 'cut': its end
 * is missing. 'changed': it is not as it was written. 'unreadable': the system does not read it.
 */
export type BadExportCode = 'notOurs' | 'otherForm' | 'cut' | 'changed' | 'unreadable'

/** The file is not an export that can be trusted. Nothing of it was imported. */
export class BadExport extends Error {
  readonly code: BadExportCode
  constructor(code: BadExportCode, file: string, wrong: string, remedy: string) {
    super(`${file} ${wrong} ${remedy}`)
    this.code = code
  }
}

const EXPORT_AGAIN = 'Use another copy of the file or another backup, or export again.'
const nameAnExport = 'name a backup of the hub or a file that npm run export has written'
const NAME_AN_EXPORT = `N${nameAnExport.slice(1)}.`

export const changed = (file: string, wrong: string) => new BadExport('changed', file, wrong, EXPORT_AGAIN)
const cut = (file: string, wrong: string) => new BadExport('cut', file, wrong, EXPORT_AGAIN)

const MAX_LINE_BYTES = 4_096

const openFile = async (file: string): Promise<FileHandle> => {
  try {
    const handle = await open(file, 'r')
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason)
      throw new BadExport(
        'unreadable',
        file,
        `cannot be read: it ${reason.why}.`,
        `${reason.mend}, or ${nameAnExport}.`,
      )
    const why = error instanceof Error ? error.message : String(error)
    throw new BadExport('unreadable', file, `cannot be read (${why}).`, NAME_AN_EXPORT)
  }
  throw new BadExport('unreadable', file, 'is not a file.', NAME_AN_EXPORT)
}

const readHeader = async (file: string, reader: ByteReader, isReadable: (format: number) => boolean) => {
  const found = parsed(await reader.line(MAX_LINE_BYTES))
  if (typeof found !== 'object' || found === null || !('waterhole' in found) || found.waterhole !== 'export')
    throw new BadExport('notOurs', file, 'is not an export of Waterhole.', NAME_AN_EXPORT)
  if ('form' in found && typeof found.form === 'number' && !isReadable(found.form))
    throw new BadExport(
      'otherForm',
      file,
      `is written in format ${found.form}; this release reads format ${STORE_FORMAT}.`,
      found.form > STORE_FORMAT
        ? 'A newer release has written it. Update Waterhole to that release or a later one, and try again.'
        : 'Import it with the release that wrote it.',
    )
  const { success, data: header } = ExportHeader.safeParse(found)
  if (!success || !isChecked(header, '')) throw changed(file, 'was changed in its first line.')
  return header
}

/** Yields the parts in order, each as it was written or not at all; returns the last line. */
async function* readParts(
  file: string,
  reader: ByteReader,
  header: ExportHeader,
  migration: RecordMigration,
): AsyncGenerator<Part, EndLine> {
  const bodies = readBodies(file, reader, header)
  for (let next = await bodies.next(); ; next = await bodies.next()) {
    if (next.done) return next.value
    yield partOf(file, next.value, migration)
  }
}

/** The text of a part, as it was written. */
interface PartBody {
  readonly line: PartLine
  readonly body: Buffer
}

async function* readBodies(file: string, reader: ByteReader, header: ExportHeader): AsyncGenerator<PartBody, EndLine> {
  let before = header.check
  for (let number = 1; ; number += 1) {
    if (await reader.isAtEnd()) throw cut(file, `ends after part ${number - 1}: it was cut short, or never finished.`)
    const text = await reader.line(MAX_LINE_BYTES)
    if (text === null && reader.hasReachedEnd())
      throw cut(file, `ends in the line that follows part ${number - 1}: it was cut short.`)
    const found = parsed(text)
    const end = EndLine.safeParse(found)
    if (end.success) {
      if (!isChecked(end.data, before)) throw changed(file, 'was changed in its last line.')
      if (!(await reader.isAtEnd())) throw changed(file, 'continues after its end.')
      return end.data
    }
    const line = PartLine.safeParse(found)
    if (!line.success) throw changed(file, `was changed in the line about part ${number}.`)
    if (line.data.part !== number) throw changed(file, `has part ${line.data.part} where part ${number} belongs.`)
    yield { line: line.data, body: await readBody(file, reader, line.data, before) }
    before = line.data.check
  }
}

const nameOf = ({ part, of }: PartLine) => `part ${part} (${of})`

const readBody = async (file: string, reader: ByteReader, line: PartLine, before: string): Promise<Buffer> => {
  const body = await reader.bytes(line.bytes)
  if (!body) throw cut(file, `ends within ${nameOf(line)}: it was cut short.`)
  if (!isChecked(line, before, body)) throw changed(file, `was changed in ${nameOf(line)}.`)
  return body
}

const partOf = (file: string, { line, body }: PartBody, migration: RecordMigration): Part => {
  const named = nameOf(line)
  if (line.of === 'answers') return { number: line.part, of: line.of, records: [] }
  const { of } = line
  const records = body
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((json) => {
      const found = parsed(json)
      const record = migration.isDue && found !== null && of !== 'files' ? migration.migrate(of, found) : found
      const schema = of === 'files' ? ExportedFile : recordSchemas[of]
      if (!schema.safeParse(record).success) throw changed(file, `holds a malformed record in ${named}.`)
      return record
    })
  if (records.length !== line.records) throw changed(file, `holds ${records.length} records in ${named}.`)
  return { number: line.part, of, records } as Part
}

const parsed = (line: string | null): unknown => {
  try {
    return JSON.parse(line ?? '')
  } catch {
    return null
  }
}

const CHUNK_BYTES = 1 << 18
const LINE_FEED = 10

/** How the bytes of a file are read, unpacked where they are compressed. */
interface Input {
  /** The next bytes; none at the end. */
  next(): Promise<Buffer>
  /** Whether that many bytes may still follow. */
  mayHold(bytes: number): Promise<boolean>
}

/** The first bytes of a file in Zstandard (RFC 8878, 3.1.1). */
const PACKED = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** A part has about 256 kB, or a single record: more than this is not a part. */
const LONGEST_UNPACKED = 1 << 29

async function openInput(file: FileHandle, name: string): Promise<Input> {
  const first = Buffer.alloc(PACKED.length)
  await file.read(first, 0, first.length, 0)
  return first.equals(PACKED) ? packedInput(file, name) : plainInput(file)
}

function plainInput(file: FileHandle): Input {
  let at = 0
  return {
    async next() {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at)
      at += bytesRead
      return chunk.subarray(0, bytesRead)
    },
    mayHold: async (bytes) => (await file.stat()).size - at >= bytes,
  }
}

function packedInput(file: FileHandle, name: string): Input {
  const packed = file.createReadStream({ start: 0, autoClose: false, highWaterMark: CHUNK_BYTES })
  const unpacked = createZstdDecompress({ chunkSize: CHUNK_BYTES })
  // Errors of either end the other, and come with the next chunk.
  pipeline(packed, unpacked, () => {})
  const chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  return {
    async next() {
      try {
        const { done, value } = await chunks.next()
        return done ? Buffer.alloc(0) : value
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        throw code === 'Z_BUF_ERROR' || /unexpected end/i.test(String(error))
          ? cut(name, 'ends too early: it was cut short.')
          : changed(name, `cannot be unpacked (${error instanceof Error ? error.message : error}): it was changed.`)
      }
    },
    mayHold: async (bytes) => bytes <= LONGEST_UNPACKED,
  }
}

/** Reads a file once from its beginning, by lines and by lengths, and holds no more of it in memory than was requested. */
const createByteReader = (input: Input) => {
  let held: Buffer = Buffer.alloc(0)
  let isRead = false

  /** False at the end of the file. */
  const readMore = async (): Promise<boolean> => {
    const chunk = await input.next()
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    isRead = chunk.length === 0
    return !isRead
  }
  const takeBytes = (length: number) => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    /** The next line without its end; null where no line ends within `most` bytes, as at the end of the file. */
    async line(most: number): Promise<string | null> {
      let end = held.indexOf(LINE_FEED)
      while (end < 0 && held.length < most && (await readMore())) end = held.indexOf(LINE_FEED)
      if (end < 0 || end > most) return null
      return takeBytes(end + 1)
        .subarray(0, end)
        .toString('utf8')
    },
    /** Null where the file has fewer. */
    async bytes(length: number): Promise<Buffer | null> {
      if (!(await input.mayHold(length - held.length))) return null
      const chunks: Buffer[] = []
      let missing = length
      while (missing > 0) {
        if (held.length === 0 && !(await readMore())) return null
        const taken = takeBytes(Math.min(missing, held.length))
        chunks.push(taken)
        missing -= taken.length
      }
      return Buffer.concat(chunks)
    },
    /** Whether the end of the file was reached, even if some of it was not taken yet. */
    hasReachedEnd: () => isRead,
    isAtEnd: async () => held.length === 0 && !(await readMore()),
  }
}
type ByteReader = ReturnType<typeof createByteReader>
