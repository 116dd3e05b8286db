import { reportRegions } from '../../../shared/features/regions/commands.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { RegionCounter } from './counter.ts'

interface RegionsWorkerOptions {
  readonly hub: Pick<Hub, 'execute'>
  readonly server: string
  readonly counter: RegionCounter
  readonly clock: Clock
  readonly everyMs: number
  readonly onFault: (what: string, error: unknown) => void
}

/** Publishes the delayed counts of animals in each region. */
export function startRegionsWorker({ hub, server, counter, clock, everyMs, onFault }: RegionsWorkerOptions) {
  let isFirst = true

  const publish = async () => {
    const regions = counter.publicCounts()
    if (regions.asOf === null && regions.firstAt === null) return
    await hub
      .execute('game link', reportRegions.name, { server, regions })
      .catch((error: unknown) => onFault(reportRegions.name, error))
  }
  const stop = every(clock, () => everyMs, publish)
  return {
    add(at: number, regions: readonly (string | null)[]) {
      counter.add(at, regions)
      // At once, so that clients see when the first counts are due.
      if (isFirst) void publish()
      isFirst = false
    },
    stop,
  }
}
