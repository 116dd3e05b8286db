import { fewestTold, publicDelayMs, type RegionCounts } from '../../../shared/features/regions/regionCounts.ts'

interface Reading {
  readonly at: number
  readonly regions: readonly (string | null)[]
}

/** Keeps what was read and tells it a minute later, without the regions where somebody would stand out. */
export type Tally = ReturnType<typeof createTally>
export function createTally() {
  let readings: Reading[] = []
  let told: RegionCounts | null = null

  return {
    /** Twice the same is once. @param regions the region of each living animal, null in the wild between */
    add(at: number, regions: readonly (string | null)[]) {
      if (readings.at(-1)?.at === at) return
      readings.push({ at, regions })
      readings = withoutOlder(readings, at - publicDelayMs)
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

/** Whoever only listens, until it is theirs to tell, keeps no more than that takes: what was read after that, and the last before. */
function withoutOlder(readings: Reading[], at: number) {
  const last = readings.findLastIndex((reading) => reading.at <= at)
  return last > 0 ? readings.slice(last) : readings
}

function countsOf(regions: readonly (string | null)[]) {
  const counts = new Map<string, number>()
  for (const region of regions) if (region !== null) counts.set(region, (counts.get(region) ?? 0) + 1)
  return Object.fromEntries([...counts].filter(([, count]) => count >= fewestTold))
}
