import type { RowOf } from '../../../shared/engine/archive.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { dayMs, daySums, hourMs, hourSums, runningSums, type Sums } from '../../../shared/features/statistics/sums.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { beginningOfDay, sumsOfDay } from './running.ts'
import { addSums } from './sums.ts'

type Row = RowOf<typeof hourSums>
export type Reads = Pick<QueryContext, 'read' | 'page' | 'now'>

/** Rows on the first page: of a node that has read before usually all that are new, and else far too few. */
const firstPage = 4
const rowsPerPage = 100
/** How much of each archive is held in memory: enough for a window and the one before it. */
const kept = [
  { archive: hourSums, ms: 15 * dayMs },
  { archive: daySums, ms: 732 * dayMs },
] as const

/** The kept sums of this node: rows are only ever added, so each is read once. */
export function createKeptRows() {
  const rows = kept.map(({ archive, ms }) => createRows(archive, ms))
  const [hours, days] = rows as [ReturnType<typeof createRows>, ReturnType<typeof createRows>]
  return {
    /** Those that are over. */
    endedHours: hours.read,
    endedDays: days.read,
    /** With the hour that runs. */
    async hours(reads: Reads): Promise<ByBeginning> {
      const sums = new Map(await hours.read(reads))
      for (const [from, running] of Object.entries(reads.read(runningSums, mainServer).hours))
        sums.set(Number(from), merged(sums.get(Number(from)), running))
      return sums
    },
    /** With today. */
    async days(reads: Reads): Promise<ByBeginning> {
      const sums = new Map(await days.read(reads))
      const running = reads.read(runningSums, mainServer)
      const open = [...Object.keys(running.days), ...Object.keys(running.hours)]
      for (const day of new Set(open.map((from) => beginningOfDay(Number(from)))))
        sums.set(day, merged(sums.get(day), sumsOfDay(reads, day)))
      return sums
    },
  }
}
/** A row stays as it was read. */
const merged = (kept: Readonly<Sums> | undefined, more: Readonly<Sums>): Readonly<Sums> =>
  kept ? addSums(structuredClone(kept), more) : more

/** The sums of hours or days by their beginning, epoch ms. */
export type ByBeginning = ReadonlyMap<number, Readonly<Sums>>
export type KeptRows = ReturnType<typeof createKeptRows>

function createRows(archive: typeof hourSums, keptMs: number) {
  const byPosition = new Map<number, Row>()
  let newest = 0

  async function readNew({ page, now }: Reads) {
    const since = now - keptMs
    const known = newest
    let last = known
    for (let before: number | null = null; ; ) {
      const found: Awaited<ReturnType<typeof page<typeof hourSums>>> = await page(archive, {
        before,
        limit: before === null && known > 0 ? firstPage : rowsPerPage,
        from: since,
      })
      for (const { position, row } of found.rows) {
        if (position > known) byPosition.set(position, row)
        last = Math.max(last, position)
      }
      before = found.next
      if (before === null || before <= known) break
    }
    // Only now: a page that could not be read is read again.
    newest = Math.max(newest, last)
    for (const [position, { from }] of byPosition) if (from < since - 2 * hourMs) byPosition.delete(position)
  }
  return {
    /** By the beginning of the hour or day. Two rows of the same one, as after the clock was set back, are one. */
    async read(reads: Reads): Promise<ByBeginning> {
      await readNew(reads)
      const sums = new Map<number, Readonly<Sums>>()
      for (const { from, sums: more } of byPosition.values()) sums.set(from, merged(sums.get(from), more))
      return sums
    },
  }
}
