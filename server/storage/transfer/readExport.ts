import { type FileHandle, open } from 'node:fs/promises'
import { EndLine, EXPORT_FORMAT, ExportHeader, isChecked, type Part, PartLine, recordSchemas } from './format.ts'

const LONGEST_LINE = 4_096

const parsed = (line: string | null): unknown => {
  try {
    return JSON.parse(line ?? '')
  } catch {
    return null
  }
}

const openFile = async (file: string): Promise<FileHandle> => {
  try {
    const handle = await open(file, 'r')
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new BadExport('unreadable', file, `cannot be read (${why}).`, 'Name a file that npm run export has written.')
  }
  throw new BadExport('unreadable', file, 'is not a file.', 'Name a file that npm run export has written.')
}

const readHeader = async (file: string, reader: ByteReader): Promise<ExportHeader> => {
  const found = parsed(await reader.line(LONGEST_LINE))
  if (typeof found !== 'object' || found === null || !('waterhole' in found) || found.waterhole !== 'export')
    throw new BadExport(
      'notOurs',
      file,
      'is not an export of Waterhole.',
      'Name a file that npm run export has written.',
    )
  if ('form' in found && typeof found.form === 'number' && found.form !== EXPORT_FORMAT)
    throw new BadExport(
      'otherForm',
      file,
      `is written in form ${found.form}; this release reads form ${EXPORT_FORMAT}.`,
      'Import it with the release that wrote it.',
    )
  const { success, data: header } = ExportHeader.safeParse(found)
  if (!success || !isChecked(header, '')) throw changed(file, 'was changed in its first line.')
  return header
}

const readPart = async (file: string, reader: ByteReader, line: PartLine, before: string): Promise<Part> => {
  const named = `part ${line.part} (${line.of})`
  const body = await reader.bytes(line.bytes)
  if (!body) throw cut(file, `ends within ${named}: it was cut short.`)
  if (!isChecked(line, before, body)) throw changed(file, `was changed in ${named}.`)
  const records = body
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((json) => {
      const record = parsed(json)
      if (!recordSchemas[line.of].safeParse(record).success) throw changed(file, `holds in ${named} what is none.`)
      return record
    })
  if (records.length !== line.records) throw changed(file, `holds ${records.length} records in ${named}.`)
  return { number: line.part, of: line.of, records } as Part
}

/** The parts one after the other, each as it was written or not at all; at last the end. */
async function* readParts(file: string, reader: ByteReader, header: ExportHeader): AsyncGenerator<Part, EndLine> {
  let before = header.check
  for (let number = 1; ; number += 1) {
    if (await reader.isAtEnd()) throw cut(file, `ends after part ${number - 1}: it was cut short, or never finished.`)
    const text = await reader.line(LONGEST_LINE)
    if (text === null && reader.hasReachedEnd())
      throw cut(file, `ends in the line that follows part ${number - 1}: it was cut short.`)
    const found = parsed(text)
    const end = EndLine.safeParse(found)
    if (end.success) {
      if (!isChecked(end.data, before)) throw changed(file, 'was changed in its last line.')
      if (!(await reader.isAtEnd())) throw changed(file, 'goes on after its end.')
      return end.data
    }
    const line = PartLine.safeParse(found)
    if (!line.success) throw changed(file, `was changed in the line that tells of part ${number}.`)
    if (line.data.part !== number) throw changed(file, `has part ${line.data.part} where part ${number} belongs.`)
    yield await readPart(file, reader, line.data, before)
    before = line.data.check
  }
}

/** An export from its beginning. @throws BadExport, here or at the part that is wrong */
export const readExport = async (file: string) => {
  const handle = await openFile(file)
  const reader = createByteReader(handle)
  try {
    const header = await readHeader(file, reader)
    return { header, parts: readParts(file, reader, header), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const CHUNK = 1 << 18
const LINE_END = 10

/** Reads a file from its beginning, once, by lines and by lengths, and holds no more of it than is asked for. */
const createByteReader = (file: FileHandle) => {
  let held = Buffer.alloc(0)
  let at = 0
  let isRead = false

  /** False at the end of the file. */
  const more = async (): Promise<boolean> => {
    const chunk = Buffer.allocUnsafe(CHUNK)
    const { bytesRead } = await file.read(chunk, 0, CHUNK, at)
    at += bytesRead
    held = Buffer.concat([held, chunk.subarray(0, bytesRead)])
    isRead = bytesRead === 0
    return !isRead
  }
  const takeBytes = (length: number) => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    /** The next line without its end. Null where no line ends within `longest` bytes, as at the end of the file. */
    async line(longest: number): Promise<string | null> {
      let end = held.indexOf(LINE_END)
      while (end < 0 && held.length < longest && (await more())) end = held.indexOf(LINE_END)
      if (end < 0 || end > longest) return null
      return takeBytes(end + 1)
        .subarray(0, end)
        .toString('utf8')
    },
    /** Null where there are fewer. */
    async bytes(length: number): Promise<Buffer | null> {
      const { size } = await file.stat()
      if (size - at + held.length < length) return null
      const chunks: Buffer[] = []
      let missing = length
      while (missing > 0) {
        if (held.length === 0 && !(await more())) return null
        const taken = takeBytes(Math.min(missing, held.length))
        chunks.push(taken)
        missing -= taken.length
      }
      return Buffer.concat(chunks)
    },
    /** Its end was reached, whether or not all before that was taken. */
    hasReachedEnd: () => isRead,
    isAtEnd: async () => held.length === 0 && !(await more()),
  }
}
type ByteReader = ReturnType<typeof createByteReader>

/**
 * Why a file is not imported. 'notOurs': something else. 'otherForm': of a release that writes another form. 'cut': its end is
 * missing. 'changed': it is not as it was written. 'unreadable': the system does not give it.
 */
export type BadExportCode = 'notOurs' | 'otherForm' | 'cut' | 'changed' | 'unreadable'

/** The file is no export that can be trusted. Nothing of it was imported. */
export class BadExport extends Error {
  readonly code: BadExportCode
  constructor(code: BadExportCode, file: string, wrong: string, remedy: string) {
    super(`${file} ${wrong} ${remedy}`)
    this.code = code
  }
}

const AGAIN = 'Export again, or use another copy of the file.'

export const changed = (file: string, wrong: string) => new BadExport('changed', file, wrong, AGAIN)
const cut = (file: string, wrong: string) => new BadExport('cut', file, wrong, AGAIN)
