import type { Timings } from './timings.ts'

/**
 * How long to wait before the next attempt: twice as long each time, less up to a half by chance, so that hubs which
 * lost one server together do not come back together. `random` is 0 to 1.
 */
export const backOffMs = (
  failures: number,
  random: number,
  timings: Pick<Timings, 'firstRetryMs' | 'longestRetryMs'>,
): number => Math.min(timings.longestRetryMs, timings.firstRetryMs * 2 ** Math.min(failures, 30)) * (1 - random / 2)
