import { reportRegions } from '../../../shared/features/regions/commands.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Tally } from './tally.ts'

interface RegionsWorkerParts {
  readonly hub: Pick<Hub, 'order'>
  readonly server: string
  readonly tally: Tally
  readonly clock: Clock
  readonly everyMs: number
  readonly onFault: (what: string, error: unknown) => void
}

/** Tells everyone, late and rounded, how many animals are in each named region. */
export function startRegionsWorker({ hub, server, tally, clock, everyMs, onFault }: RegionsWorkerParts) {
  let isFirst = true

  const tell = async () => {
    const regions = tally.tell(clock.now())
    if (regions.asOf === null && regions.firstAt === null) return
    await hub
      .order('game link', reportRegions.name, { server, regions })
      .catch((error: unknown) => onFault(reportRegions.name, error))
  }
  const stop = every(clock, () => everyMs, tell)
  return {
    add(at: number, regions: readonly (string | null)[]) {
      tally.add(at, regions)
      // Whoever waits for the first counts is told at once how long.
      if (isFirst) void tell()
      isFirst = false
    },
    stop,
  }
}
