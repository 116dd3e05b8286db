import type { RegionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { regions } from '../../../shared/features/world/regions.ts'

export interface RegionRow {
  readonly id: string
  readonly name: string
  /** Null: some, but too few to tell. */
  readonly count: number | null
}

/** Few are more than none, and fewer than any number that is told. */
const weight = ({ count }: RegionRow) => count ?? 0.5

/** Every named region, the fullest first; equals by name. */
export const regionRows = (counts: RegionCounts['counts']): RegionRow[] =>
  regions
    .map(({ id, name }) => ({ id, name, count: Object.hasOwn(counts, id) ? (counts[id] ?? null) : 0 }))
    .sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1))

/** How full a region is beside the fullest, 0 to 1: for a bar. */
export const fullness = ({ count }: RegionRow, rows: readonly RegionRow[]): number => {
  const most = Math.max(1, ...rows.map((row) => row.count ?? 0))
  return count === null ? 1 / most / 2 : count / most
}
