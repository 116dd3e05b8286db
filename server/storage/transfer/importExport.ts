import { type RecordKind, recordKinds } from '../records.ts'
import type { EndLine, ExportedFile, ExportHeader, Part } from './format.ts'
import { changed, readExport } from './readExport.ts'
import type { TransferTarget } from './transferPort.ts'

interface ImportOptions {
  readonly file: string
  readonly target: TransferTarget
  /** @param done parts that are in now @param of all parts */
  readonly onPart?: (done: number, of: number) => void
  /** Takes each file that the export holds beside the records. May be called again with the same one. */
  readonly takeFile?: (file: ExportedFile) => Promise<void>
}

interface Imported extends CheckedExport {
  /** Parts that an earlier import of the same file brought in. */
  readonly before: number
}

/**
 * Fills an empty place from a file. The whole file is checked before anything is written; an import that was interrupted continues
 * with the same file. @throws BadExport, PlaceTaken
 */
export const importExport = async ({
  file,
  target,
  onPart = () => {},
  takeFile = async () => {},
}: ImportOptions): Promise<Imported> => {
  const checked = await checkExport(file)
  const before = await target.begin(checked.header)
  const { header, parts, close } = await readExport(file)
  try {
    if (header.check !== checked.header.check) throw changed(file, 'was replaced while it was read.')
    for await (const part of parts) {
      if (part.of === 'files') for (const one of part.records) await takeFile(one)
      if (part.number > before) await target.take(part)
      onPart(part.number, checked.end.parts)
    }
  } finally {
    await close()
  }
  await target.finish()
  return { ...checked, before }
}

interface CheckedExport {
  readonly header: ExportHeader
  readonly end: EndLine
}

/** Reads the whole file and keeps nothing of it. @throws BadExport */
export const checkExport = (file: string): Promise<CheckedExport> =>
  readWhole(
    file,
    async () => {},
    async () => {},
  )

/**
 * Fills a place that is removed again in any case: each part as it is read, so that the file is read once.
 * @throws BadExport when the file turns out to be bad, with some of it in the place
 */
export const tryExport = async ({
  file,
  target,
  onPart = () => {},
  takeFile = async () => {},
}: ImportOptions): Promise<CheckedExport> => {
  const begin = async (header: ExportHeader) => void (await target.begin(header))
  const checked = await readWhole(file, begin, async (part) => {
    if (part.of === 'files') for (const one of part.records) await takeFile(one)
    await target.take(part)
    onPart(part.number, part.number)
  })
  await target.finish()
  return checked
}

async function readWhole(
  file: string,
  begin: (header: ExportHeader) => Promise<void>,
  take: (part: Part) => Promise<void>,
): Promise<CheckedExport> {
  const { header, parts, close } = await readExport(file)
  const counts: Counts = { documents: 0, archive: 0, journal: 0, files: 0 }
  const follow = createJournalCheck(file, header)
  try {
    await begin(header)
    for (let next = await parts.next(); ; next = await parts.next()) {
      if (next.done) {
        checkEnd(file, header, next.value, counts)
        return { header, end: next.value }
      }
      if (next.value.of !== 'answers') counts[next.value.of] += next.value.records.length
      follow(next.value)
      await take(next.value)
    }
  } finally {
    await close()
  }
}

const createJournalCheck = (file: string, { position }: ExportHeader) => {
  let last = position.trimmedTo
  return (part: Part) => {
    if (part.of !== 'journal') return
    for (const { seq, epoch } of part.records) {
      if (seq !== last + 1) throw changed(file, `has entry ${seq} where entry ${last + 1} belongs.`)
      if (epoch > position.epoch) throw changed(file, `has entry ${seq} of a later epoch than its own.`)
      last = seq
    }
  }
}

type Counts = Record<RecordKind | 'files', number>

function checkEnd(file: string, { position }: ExportHeader, end: EndLine, counts: Counts) {
  const { lastSeq, trimmedTo, checkpointSeq } = position
  const wrong = ([...recordKinds, 'files'] as const).find((kind) => counts[kind] !== (end[kind] ?? 0))
  if (wrong) throw changed(file, `declares ${end[wrong] ?? 0} records of ${wrong} and holds ${counts[wrong]}.`)
  if (counts.journal !== lastSeq - trimmedTo)
    throw changed(file, `holds ${counts.journal} entries of the ${lastSeq - trimmedTo} that it declares.`)
  if (checkpointSeq < trimmedTo || checkpointSeq > lastSeq)
    throw changed(file, `has a checkpoint of entry ${checkpointSeq}, which its journal does not follow.`)
}
