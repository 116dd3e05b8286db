import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when the work is done or its time is up; what the work throws in that time is thrown. */
export async function withinMs(ms: number, work: Promise<void> | void) {
  const stop = new AbortController()
  const timeUp = sleep(ms, undefined, { signal: stop.signal }).catch(() => {})
  await Promise.race([work, timeUp]).finally(() => stop.abort())
}
