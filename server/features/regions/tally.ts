import { fewestTold, publicDelayMs, type RegionCounts } from '../../../shared/features/regions/regionCounts.ts'

interface Reading {
  readonly at: number
  readonly regions: readonly (string | null)[]
}

/** Keeps what was read and tells it a minute later, without the regions where somebody would stand out. */
export function createTally() {
  let readings: Reading[] = []
  let told: RegionCounts | null = null

  return {
    /** @param regions the region of each living animal, null in the wild between */
    add(at: number, regions: readonly (string | null)[]) {
      readings.push({ at, regions })
    },
    /** What everyone may know now. `firstAt` says when there will be something, while there is nothing. */
    tell(now: number): RegionCounts {
      const old = readings.filter(({ at }) => at <= now - publicDelayMs)
      const latest = old.at(-1)
      if (latest) {
        readings = readings.slice(old.length)
        told = { counts: countsOf(latest.regions), asOf: latest.at, firstAt: null }
      }
      const [next] = readings
      return told ?? { counts: {}, asOf: null, firstAt: next ? next.at + publicDelayMs : null }
    },
  }
}

function countsOf(regions: readonly (string | null)[]) {
  const counts = new Map<string, number>()
  for (const region of regions) if (region !== null) counts.set(region, (counts.get(region) ?? 0) + 1)
  return Object.fromEntries([...counts].filter(([, count]) => count >= fewestTold))
}
