import { type Archive, personsOf, type RowOf } from '../../shared/engine/archive.ts'
import { type Clock, every } from './clock.ts'
import { parseFast } from './compiledSchema.ts'
import type { ArchiveRow } from './entry.ts'
import type { Page } from './feature.ts'
import type { Registry } from './registry.ts'
import type { ArchiveQuery, Storage } from './storage.ts'

/** A row as the journal keeps it. @throws when no feature declares the archive, or when the row does not fit it */
export function archiveRow(archives: Registry['archives'], archive: Archive, given: unknown): ArchiveRow {
  if (archives.get(archive.kind) !== archive) throw new Error(`No feature declares the archive "${archive.kind}"`)
  const row = parseFast(archive.schema, given)
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
  return { rows: rows.map(({ position, seq, at, row }) => ({ position, seq, at, row: typed(archive, row) })), next }
}

/** A row of an older release, or one that an erasure has emptied, may not fit: it is given as it is. */
const typed = <A extends Archive>({ schema }: A, row: object) => (schema.safeParse(row).data ?? row) as RowOf<A>

const dayMs = 86_400_000
/** Rows may be kept for so much longer. */
const pruneEveryMs = 3_600_000
const firstPruneAfterMs = 60_000
/** Rows made before this are older than so many days, epoch ms. */
const madeBefore = (now: number, days: number) => now - days * dayMs

/** Days by kind of archive, in place of those that archives declare; null keeps the rows. */
export type KeptDays = Readonly<Record<string, number | null>>

interface RetentionDeps {
  readonly storage: Pick<Storage, 'prune'>
  readonly clock: Clock
  readonly keptDays?: KeptDays
  readonly onFault: (what: string, error: unknown) => void
}

/** Removes what archives keep for a number of days only: soon after the start, then once an hour. Returns the way to stop. */
export function startRetention(
  { storage, clock, keptDays = {}, onFault }: RetentionDeps,
  archives: Iterable<Pick<Archive, 'kind' | 'keptDays'>>,
): () => void {
  const limited = [...archives].flatMap(({ kind, keptDays: declared = null }) => {
    const days = keptDays[kind] === undefined ? declared : keptDays[kind]
    return days === null ? [] : [{ kind, days }]
  })
  if (limited.length === 0) return () => {}
  let isFirst = true
  let isStopped = false
  const prune = async () => {
    isFirst = false
    for (const { kind, days } of limited) {
      if (isStopped) return
      // Also after a refusal for lack of space: the next run repeats it.
      await storage.prune(kind, madeBefore(clock.now(), days)).catch((error) => {
        if (!isStopped) onFault(`remove old rows of ${kind}`, error)
      })
    }
  }
  const stop = every(clock, () => (isFirst ? firstPruneAfterMs : pruneEveryMs), prune)
  return () => {
    isStopped = true
    stop()
  }
}
