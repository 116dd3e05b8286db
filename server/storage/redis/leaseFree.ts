import type { Bus } from '../../engine/bus.ts'
import type { Connection } from './connection.ts'
import { leaseTopic } from './lease.ts'
import type { Place } from './place.ts'
import { lookAt } from './standing.ts'

/** Longest time without another look: who gave it back may have been heard by nobody. */
const LOOK_EVERY_MS = 1_000
/** Redis counts whole milliseconds. */
const SURELY_OVER_MS = 2

/** Resolves when nobody else holds the lease, as far as can be seen, or when `signal` ends the waiting. */
export async function whenLeaseFree(place: Place, line: Connection, bus: Bus, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await line.whenUp(signal)
    const waitMs = await leftMs(place, line)
    if (waitMs === 0) return
    await untilToldOr(bus, Math.min(waitMs, LOOK_EVERY_MS), signal)
  }
}

/** 0: it is free. */
const leftMs = async (place: Place, line: Connection): Promise<number> => {
  try {
    const standing = await lookAt(place, line)
    const isFree = !standing || standing.holder === '' || standing.holder.endsWith(` ${place.node}`)
    return isFree ? 0 : Math.max(standing.leaseMs, 0) + SURELY_OVER_MS
  } catch {
    return LOOK_EVERY_MS
  }
}

const untilToldOr = (bus: Bus, ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = bus.listen(leaseTopic, end)
    signal.addEventListener('abort', end, { once: true })
  })
