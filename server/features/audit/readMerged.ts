import type { QueryContext } from '../../engine/feature.ts'
import type { ArchivedLine } from './auditLineOf.ts'
import type { AuditList } from './auditLists.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'

const chunkLines = 200

export interface MergedLine {
  readonly list: AuditList
  readonly line: ArchivedLine
  /** Different for each line of its list. */
  readonly place: string
}

interface Reader {
  /** Where the chunk at hand began. */
  before: Cursor['lists'][number]
  next: number | null
  chunk: readonly ArchivedLine[]
  taken: number
}

/**
 * Lines of several lists as one, newest first. All lines of one entry are taken together, so that a page never ends between them:
 * pages join without a gap and without a line twice, also when lines are added meanwhile.
 */
export async function* readMerged(page: QueryContext['page'], lists: readonly AuditList[], from: string | null) {
  const cursor = readCursor(from, lists.length)
  const readers = cursor.lists.map((before): Reader => ({ before, next: null, chunk: [], taken: 0 }))
  const fill = async (reader: Reader, { archive, key }: AuditList) => {
    while (reader.before !== 'end' && reader.taken >= reader.chunk.length) {
      if (reader.chunk.length > 0) reader.before = reader.next ?? 'end'
      if (reader.before === 'end') break
      const found = await page(archive, key, { before: reader.before, limit: chunkLines })
      reader.chunk = found.lines
      reader.next = found.next
      reader.taken = found.lines.findIndex(({ seq }) => seq < cursor.seq)
      if (reader.taken < 0) reader.taken = found.lines.length
      if (found.lines.length === 0) reader.before = 'end'
    }
  }
  const headOf = ({ chunk, taken }: Reader) => chunk[taken]?.seq ?? -1
  for (;;) {
    for (const [at, list] of lists.entries()) {
      const reader = readers[at]
      if (reader) await fill(reader, list)
    }
    const seq = Math.max(-1, ...readers.map(headOf))
    if (seq < 0) return
    const lines: MergedLine[] = []
    for (const [at, list] of lists.entries()) {
      const reader = readers[at]
      for (let nth = 0; reader && headOf(reader) === seq; nth += 1) {
        const line = reader.chunk[reader.taken]
        if (line) lines.push({ list, line, place: `${seq}-${nth}` })
        reader.taken += 1
        await fill(reader, list)
      }
    }
    const after = () => writeCursor({ seq, lists: readers.map(({ before }) => before) })
    yield { seq, lines, after }
  }
}
