import type { Clock } from '../../engine/clock.ts'
import { backOffMs } from '../linkState.ts'
import type { FaultKind } from './channel.ts'
import type { Timings } from './timings.ts'

/** The same fault counts as the same again this long after the connection was tried again. */
const rememberedMs = 600_000

interface RetriesOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly timings: Timings
  /** 0 to 1. */
  readonly random: () => number
}

/**
 * Decides when to connect again. Each kind of fault is remembered by itself, whatever succeeded in between: a server that accepts each
 * login and closes each connection would otherwise be connected to every second, and the game leaks a socket each time.
 */
export function createRetries({ clock, timings, random }: RetriesOptions) {
  const faults = new Map<FaultKind, { readonly times: number; readonly retriedAt: number }>()
  let unreachable = 0

  const again = (kind: FaultKind): number => {
    const last = faults.get(kind)
    const times = last && clock.monotonic() - last.retriedAt <= rememberedMs ? last.times + 1 : 0
    const steps = timings.faultRetriesMs
    const least = kind === 'refused' ? timings.refusedRetryMs : 0
    // Later at random, and never earlier, so that hubs that lost a server together do not return together.
    const delayMs = Math.max(least, steps[Math.min(times, steps.length - 1)] ?? 0) * (1 + random() / 5)
    faults.set(kind, { times, retriedAt: clock.monotonic() + delayMs })
    return delayMs
  }
  return {
    /** Ms until the next attempt. */
    delayAfter(kind: FaultKind): number {
      // Where nothing was opened the game has leaked nothing.
      if (kind === 'unreachable') return backOffMs(unreachable++, random(), timings)
      unreachable = 0
      return again(kind)
    },
  }
}
