import type { ArchiveRow, Entry } from '../engine/entry.ts'
import type { ArchivePage, ArchiveQuery, Erasure } from '../engine/storage.ts'
import { archivePageOf } from '../storage/archivePage.ts'
import { archivePosition } from '../storage/records.ts'
import { createRedaction } from '../storage/redaction.ts'

/** A row of an archive in a store that is held in memory. */
export type KeptRow = ArchiveRow & Pick<Entry, 'seq' | 'at'> & { readonly position: number }

export const rowsOf = ({ seq, at, archive }: Entry): KeptRow[] =>
  archive.map((row, nth) => ({ ...row, seq, at, position: archivePosition(seq, nth) }))

/** @param rows in the order of their entries */
export function archivePageIn(rows: readonly KeptRow[], query: ArchiveQuery): Promise<ArchivePage> {
  const ofKind = rows.filter(({ kind }) => kind === query.kind)
  const { about } = query
  const wanted = about === undefined ? ofKind : ofKind.filter((row) => row.about.includes(about))
  return archivePageOf(query, {
    rowsBelow: async (before, count) =>
      wanted
        .filter(({ position }) => position < before)
        .slice(-count)
        .reverse()
        .map((row) => ({ position: row.position, record: row })),
    rowFrom: async (position) => ofKind.find((row) => row.position >= position) ?? null,
    newest: async () => ofKind.at(-1) ?? null,
  })
}

/** The rows after an erasure. */
export function erasedRows(rows: readonly KeptRow[], erasure: Erasure): KeptRow[] {
  const redaction = createRedaction(erasure)
  return rows.flatMap((row) => {
    const before = { about: row.about, json: JSON.stringify(row.row) }
    const after = redaction.row(row.kind, before)
    if (after === 'delete') return []
    return [after === before ? row : { ...row, about: [...after.about], row: JSON.parse(after.json) }]
  })
}
