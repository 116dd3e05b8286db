import type { ArchivePage } from '../../engine/storage.ts'
import { archivePlace, LINES_PER_ENTRY, seqOfPlace } from '../sqlite/archivePlace.ts'
import { damaged, type Place } from './place.ts'
import type { Caller } from './script.ts'
import { type StreamRow, streamRows } from './streamRow.ts'

/** Newest first. @throws DamagedStore */
export async function readArchive(
  place: Place,
  { call }: Caller,
  list: string,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<ArchivePage> {
  const from = before === null ? '+' : `(${seqOfPlace(before)}-${before % LINES_PER_ENTRY}`
  const stream = place.keys.archive(list)
  const found = streamRows(await call(['XREVRANGE', stream, from, '-', 'COUNT', String(limit + 1)]))
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    lines: shown.map((row) => lineOf(place, row, list)),
    next: last ? archivePlace(last.seq, last.position) : null,
  }
}

function lineOf(place: Place, { id, seq, fields: { t, e } }: StreamRow, list: string): ArchivePage['lines'][number] {
  try {
    return { seq, at: Number(t), line: JSON.parse(e ?? '') as Record<string, unknown> }
  } catch (error) {
    throw damaged(place, `holds line ${id} of archive ${list}, which is not as a hub writes it (${error}).`)
  }
}
