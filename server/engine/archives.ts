import { type Archive, personsOf, type RowOf } from '../../shared/engine/archive.ts'
import type { ArchiveRow } from './entry.ts'
import type { Page } from './feature.ts'
import type { Registry } from './registry.ts'
import type { ArchiveQuery, Storage } from './storage.ts'

/** A row as the journal keeps it. @throws when no feature declares the archive, or when the row does not fit it */
export function archiveRow(archives: Registry['archives'], archive: Archive, given: unknown): ArchiveRow {
  if (archives.get(archive.kind) !== archive) throw new Error(`No feature declares the archive "${archive.kind}"`)
  const row = archive.schema.parse(given)
  return {
    kind: archive.kind,
    about: [...personsOf(archive, row as Record<string, unknown>)],
    row: row as Record<string, unknown>,
  }
}

/** Reads a page of an archive, with the rows as today's schema has them. */
export async function readPage<A extends Archive>(
  storage: Pick<Storage, 'archivePage'>,
  archive: A,
  query: Omit<ArchiveQuery, 'kind'>,
): Promise<Page<RowOf<A>>> {
  const { rows, next } = await storage.archivePage({ ...query, kind: archive.kind })
  return { rows: rows.map(({ seq, at, row }) => ({ seq, at, row: typed(archive, row) })), next }
}

/** A row of an older release, or one that an erasure has emptied, may not fit: it is given as it is. */
const typed = <A extends Archive>({ schema }: A, row: object) => (schema.safeParse(row).data ?? row) as RowOf<A>
