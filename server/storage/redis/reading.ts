import type { Entry } from '../../engine/entry.ts'
import type { ArchivePage, KeptAnswer } from '../../engine/storage.ts'
import { archivePlace, LINES_PER_ENTRY, seqOfPlace } from '../sqlite/archivePlace.ts'
import { entryOf } from './journalRow.ts'
import { damaged, type Place } from './place.ts'
import type { Caller } from './script.ts'
import { lookAt } from './standing.ts'
import { type StreamRow, streamRows } from './streamRow.ts'

const AT_ONCE = 500

/** Reads what is durable. @throws DamagedStore */
export function createReading(place: Place, line: Caller) {
  const { keys } = place
  const page = async (from: number, most: number) =>
    streamRows(await line.call(['XRANGE', keys.journal, `${from}-0`, '+', 'COUNT', String(Math.min(most, AT_ONCE))]))

  /** Goes through the journal from an entry on, to its end. */
  async function* rows(from: number): AsyncGenerator<StreamRow> {
    for (let next = from; ; ) {
      const found = await page(next, AT_ONCE)
      yield* found
      if (found.length < AT_ONCE) return
      next = (found.at(-1)?.seq ?? next) + 1
    }
  }

  const tail = async (seq: number, limit: number): Promise<readonly Entry[]> => {
    const entries: Entry[] = []
    while (entries.length < limit) {
      const found = await page(seq + entries.length + 1, limit - entries.length)
      for (const row of found) {
        if (row.seq !== seq + entries.length + 1) throw await notThere(seq + entries.length + 1, row.seq)
        entries.push(entryOf(row, place))
      }
      if (found.length < AT_ONCE) break
    }
    return entries
  }
  const notThere = async (seq: number, next: number) => {
    const first = (await lookAt(place, line))?.first ?? 0
    return first >= next
      ? new Error(
          `Entry ${seq} is no longer in the journal of ${place.name}: it was trimmed, and begins with entry ${first}.`,
        )
      : damaged(place, `has a gap between entries ${seq - 1} and ${next}.`)
  }

  const answers = async (since: number): Promise<readonly KeptAnswer[]> => {
    const kept: KeptAnswer[] = []
    for await (const row of rows(0)) {
      const { actor, commandId, seq, output, at } = entryOf(row, place)
      if (commandId !== null && at >= since) kept.push({ actor, commandId, seq, output })
    }
    return kept
  }

  const readArchive = async (
    archive: string,
    key: string,
    { before, limit }: { readonly before: number | null; readonly limit: number },
  ): Promise<ArchivePage> => {
    const from = before === null ? '+' : `(${seqOfPlace(before)}-${before % LINES_PER_ENTRY}`
    const stream = keys.archive(`${archive}/${key}`)
    const found = streamRows(await line.call(['XREVRANGE', stream, from, '-', 'COUNT', String(limit + 1)]))
    const shown = found.slice(0, limit)
    const last = found.length > limit ? shown.at(-1) : undefined
    return {
      lines: shown.map((row) => lineOf(place, row, archive)),
      next: last ? archivePlace(last.seq, last.position) : null,
    }
  }
  return { tail, answers, readArchive }
}

function lineOf(place: Place, { id, seq, fields: { t, e } }: StreamRow, archive: string): ArchivePage['lines'][number] {
  try {
    return { seq, at: Number(t), line: JSON.parse(e ?? '') as Record<string, unknown> }
  } catch (error) {
    throw damaged(place, `holds line ${id} of archive ${archive}, which is not as a hub writes it (${error}).`)
  }
}
