import { setTimeout as sleep } from 'node:timers/promises'

/** A while, or until it is all over. */
export const breather = (ms: number, stop: AbortSignal) => sleep(ms, undefined, { signal: stop }).catch(() => {})
