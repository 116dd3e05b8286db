import type { Delays } from './delays.ts'
import { CommandRefused } from './dispatch.ts'
import type { Hub } from './hub.ts'

/** Before a report that the store could not take is repeated. */
const againAfterMs = 1_000
/** Before one is repeated that failed for another reason. */
const faultyAgainAfterMs = 60_000

interface ReportOptions {
  readonly hub: Pick<Hub, 'execute'>
  readonly delays: Delays
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Makes the function that reports to the hub what a worker has done outside. It repeats a report until it is kept or the worker stops: a
 * worker whose report was lost would do the same again at once.
 */
export const createReport =
  ({ hub, delays, onFault }: ReportOptions) =>
  async (actor: string, name: string, input: object): Promise<void> => {
    while (!delays.isStopped()) {
      try {
        await hub.execute(actor, name, input)
        return
      } catch (error) {
        const isFull = error instanceof CommandRefused && error.isStorageFailure
        if (!isFull) onFault(name, error)
        await delays.delay(isFull ? againAfterMs : faultyAgainAfterMs)
      }
    }
  }
