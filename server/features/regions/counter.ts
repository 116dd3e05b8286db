import { minShownCount, publicDelayMs, type RegionCounts } from '../../../shared/features/regions/regionCounts.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Reading } from '../roster/reading.ts'

interface RegionReading {
  /** Epoch ms. */
  readonly at: number
  /** When it arrived here, by the monotonic clock: the delay must hold whatever the machine's clock is set to. */
  readonly arrivedAt: number
  readonly regions: readonly (string | null)[]
}

export type RegionCounter = ReturnType<typeof createRegionCounter>

/** Publishes the counts of each region a minute late, without regions with so few animals that one could be found. */
export function createRegionCounter(clock: Pick<Clock, 'monotonic'>) {
  let readings: RegionReading[] = []
  let published: RegionCounts | null = null

  return {
    /** Adding the same reading twice counts once. @param regions the region of each living animal, null outside of all */
    add(at: number, regions: readonly (string | null)[]) {
      if (readings.at(-1)?.at === at) return
      const arrivedAt = clock.monotonic()
      readings.push({ at, arrivedAt, regions })
      readings = withoutOlder(readings, arrivedAt - publicDelayMs)
    },
    /** The counts that everyone may see now. While there are none, `firstAt` says when the first are due. */
    publicCounts(): RegionCounts {
      const old = readings.filter(({ arrivedAt }) => arrivedAt <= clock.monotonic() - publicDelayMs)
      const latest = old.at(-1)
      if (latest) {
        readings = readings.slice(old.length)
        published = { counts: countsOf(latest.regions), asOf: latest.at, firstAt: null }
      }
      const [next] = readings
      return published ?? { counts: {}, asOf: null, firstAt: next ? next.at + publicDelayMs : null }
    },
  }
}

/** Keeps the readings after `time` and the last one before, so that a node that never publishes does not grow. */
function withoutOlder(readings: RegionReading[], time: number) {
  const last = readings.findLastIndex(({ arrivedAt }) => arrivedAt <= time)
  return last > 0 ? readings.slice(last) : readings
}

function countsOf(regions: readonly (string | null)[]) {
  const counts = new Map<string, number>()
  for (const region of regions) if (region !== null) counts.set(region, (counts.get(region) ?? 0) + 1)
  return Object.fromEntries([...counts].filter(([, count]) => count >= minShownCount))
}

/** The region of each living animal; null outside of all regions. */
export const livingRegions = ({ players }: Reading): readonly (string | null)[] =>
  players.flatMap(({ animal }) => (animal && !animal.dead ? [animal.region] : []))
