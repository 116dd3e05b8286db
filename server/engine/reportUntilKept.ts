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
  /** Whether a refusal says that nothing is to be reported any more. */
  readonly isOver?: (error: unknown) => boolean
}

/**
 * Makes the function that reports to the hub what a worker has done outside. It repeats a report until it is kept or the worker stops: a
 * worker whose report was lost would do the same again at once.
 */
export const createReport =
  ({ hub, delays, onFault, isOver = () => false }: ReportOptions) =>
  async (actor: string, name: string, input: object): Promise<void> => {
    // Once in any case: what was under way when the worker was stopped has happened.
    do {
      try {
        await hub.execute(actor, name, input)
        return
      } catch (error) {
        if (isOver(error)) return
        const isFull = error instanceof CommandRefused && error.isStorageFailure
        if (!isFull) onFault(name, error)
        await delays.delay(isFull ? againAfterMs : faultyAgainAfterMs)
      }
    } while (!delays.isStopped())
  }
