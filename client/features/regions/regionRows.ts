import type { RegionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { regions } from '../../../shared/features/world/regions.ts'

export interface RegionRow {
  readonly id: string
  readonly name: string
  /** Null: none, or too few to tell. */
  readonly count: number | null
}

/** Every named region, the fullest first; equals by name. */
export const regionRows = (counts: RegionCounts['counts']): RegionRow[] =>
  regions
    .map(({ id, name }) => ({ id, name, count: counts[id] ?? null }))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || (a.name < b.name ? -1 : 1))

/** How full a region is beside the fullest, 0 to 1: for a bar. */
export const fullness = ({ count }: RegionRow, rows: readonly RegionRow[]): number =>
  (count ?? 0) / Math.max(1, ...rows.map((row) => row.count ?? 0))
