import type { Entry } from '../../engine/entry.ts'
import type { ArchiveListPage, KeptAnswer } from '../../engine/storage.ts'
import { archivePosition, keptAnswerOf, LINES_PER_ENTRY, seqOfPosition } from '../entries.ts'
import { damaged, type Place } from './keys.ts'
import type { Caller } from './lua/script.ts'
import { entryOf, type StreamRow, streamRows } from './rows.ts'
import { readStoreState } from './storeState.ts'

const AT_ONCE = 500

/** Reads the journal as it is kept. @throws DamagedStore */
export function createJournalReading(place: Place, line: Caller) {
  const page = async (from: number, most = AT_ONCE) =>
    streamRows(
      await line.call(['XRANGE', place.keys.journal, `${from}-0`, '+', 'COUNT', String(Math.min(most, AT_ONCE))]),
    )

  /** From an entry on to the end. */
  async function* rows(from: number): AsyncGenerator<StreamRow> {
    for (let next = from; ; ) {
      const found = await page(next)
      yield* found
      if (found.length < AT_ONCE) return
      next = (found.at(-1)?.seq ?? next) + 1
    }
  }
  const notThere = async (seq: number, next: number) => {
    const first = (await readStoreState(place, line))?.first ?? 0
    if (first < next) return damaged(place, `has a gap between entries ${seq - 1} and ${next}.`)
    return new Error(
      `Entry ${seq} is no longer in the journal of ${place.name}: it was trimmed, and begins with entry ${first}.`,
    )
  }
  return {
    async tail(seq: number, limit: number): Promise<readonly Entry[]> {
      const entries: Entry[] = []
      while (entries.length < limit) {
        const found = await page(seq + entries.length + 1, limit - entries.length)
        for (const row of found) {
          const expected = seq + entries.length + 1
          if (row.seq !== expected) throw await notThere(expected, row.seq)
          entries.push(entryOf(row, place))
        }
        if (found.length < AT_ONCE) break
      }
      return entries
    },
    async answers(since: number): Promise<readonly KeptAnswer[]> {
      const kept: KeptAnswer[] = []
      for await (const row of rows(0)) {
        const entry = entryOf(row, place)
        const answer = keptAnswerOf(entry)
        if (answer && entry.at >= since) kept.push(answer)
      }
      return kept
    },
  }
}

/** Newest first. @throws DamagedStore */
export async function readArchive(
  place: Place,
  { call }: Caller,
  list: string,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<ArchiveListPage> {
  const from = before === null ? '+' : `(${seqOfPosition(before)}-${before % LINES_PER_ENTRY}`
  const stream = place.keys.archive(list)
  const found = streamRows(await call(['XREVRANGE', stream, from, '-', 'COUNT', String(limit + 1)]))
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    lines: shown.map((row) => lineOf(place, row, list)),
    next: last ? archivePosition(last.seq, last.position) : null,
  }
}

function lineOf(place: Place, { id, seq, fields: { t, e } }: StreamRow, list: string): ArchiveListPage['lines'][number] {
  try {
    return { seq, at: Number(t), line: JSON.parse(e ?? '') as Record<string, unknown> }
  } catch (error) {
    throw damaged(place, `holds line ${id} of archive ${list}, which is not as a hub writes it (${error}).`)
  }
}
