import { changed } from './badExport.ts'
import type { EndLine, ExportHeader } from './exportLines.ts'
import { readExport } from './readExport.ts'
import type { Part, Sort } from './records.ts'

export interface CheckedExport {
  readonly header: ExportHeader
  readonly end: EndLine
}

/** Reads the whole file and holds nothing of it. @throws BadExport that says what is wrong with it */
export const checkExport = async (file: string): Promise<CheckedExport> => {
  const { header, parts, close } = await readExport(file)
  const counts = { documents: 0, archive: 0, journal: 0 } satisfies Record<Sort, number>
  const follow = followJournal(file, header)
  try {
    for (let next = await parts.next(); ; next = await parts.next()) {
      if (next.done) {
        checkEnd(file, header, next.value, counts)
        return { header, end: next.value }
      }
      counts[next.value.of] += next.value.records.length
      follow(next.value)
    }
  } finally {
    await close()
  }
}

const followJournal = (file: string, { position }: ExportHeader) => {
  let last = position.trimmedTo
  return (part: Part) => {
    if (part.of !== 'journal') return
    for (const { seq, epoch } of part.records) {
      if (seq !== last + 1) throw changed(file, `has entry ${seq} where entry ${last + 1} belongs.`)
      if (epoch > position.epoch) throw changed(file, `has entry ${seq} of an epoch that has not been.`)
      last = seq
    }
  }
}

function checkEnd(file: string, { position }: ExportHeader, end: EndLine, counts: Record<Sort, number>) {
  const { lastSeq, trimmedTo, checkpointSeq } = position
  const told = (['documents', 'archive', 'journal'] as const).find((sort) => counts[sort] !== end[sort])
  if (told) throw changed(file, `tells of ${end[told]} records of ${told} and holds ${counts[told]}.`)
  if (counts.journal !== lastSeq - trimmedTo)
    throw changed(file, `holds ${counts.journal} entries of the ${lastSeq - trimmedTo} that it tells of.`)
  if (checkpointSeq < trimmedTo || checkpointSeq > lastSeq)
    throw changed(file, `has a checkpoint of entry ${checkpointSeq}, which its journal does not follow.`)
}
