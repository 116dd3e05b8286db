import { type FileHandle, open } from 'node:fs/promises'
import { BadExport, changed, cut } from './badExport.ts'
import { type ByteReader, createByteReader } from './byteReader.ts'
import { EndLine, EXPORT_FORM, ExportHeader, isChecked, PartLine } from './exportLines.ts'
import { type Part, recordSchemas } from './records.ts'

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
  if ('form' in found && typeof found.form === 'number' && found.form !== EXPORT_FORM)
    throw new BadExport(
      'otherForm',
      file,
      `is written in form ${found.form}; this release reads form ${EXPORT_FORM}.`,
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
