import { EventEmitter } from 'node:events'
import type { Bus } from '../../engine/storage.ts'
import { RedisRefusal } from './client.ts'
import type { Connection } from './connection.ts'
import type { Place } from './keys.ts'
import { releaseLease, renewLease } from './lua/lease.ts'
import { type Caller, runScript } from './lua/script.ts'
import { readStoreState } from './storeState.ts'

export interface LeaseTimes {
  /** The lease expires this long after it was taken or renewed, by the clock of Redis. */
  readonly leaseMs: number
  readonly renewEveryMs: number
  /**
   * Its holder trusts it for this long after the last successful renewal was sent. Shorter than `leaseMs`, since clocks and latencies
   * differ.
   */
  readonly believeMs: number
}

export const leaseTimes: LeaseTimes = { leaseMs: 3_000, renewEveryMs: 750, believeMs: 2_500 }

/** The topic on which the release of a lease is announced. */
const LEASE_TOPIC = 'lease'

export interface Held {
  readonly epoch: number
  /** As Redis holds it. */
  readonly value: string
  /** Aborts when the lease is lost or released. */
  readonly ended: AbortSignal
}

interface LeaseDeps {
  readonly place: Place
  readonly caller: Caller
  readonly times: LeaseTimes
  /** Called with each renewal: the journal's first entry, as this hub left it and as it is. */
  readonly onFirst: (left: number, found: number) => void
  /** The journal's last entry, as far as this node knows: the lease does not survive a store that went back behind it. */
  readonly lastSeq: () => number
}

const NOT_IN_TIME = 'Redis has not renewed the lease in time.'

/** The lease as its holder sees it: renewed in Redis, and given up by the monotonic clock of this process. */
export function createLease({ place, caller, times, onFirst, lastSeq }: LeaseDeps) {
  const { keys, node } = place
  const events = new EventEmitter().setMaxListeners(0)
  let held: (Held & { until: number; readonly end: AbortController }) | null = null
  let stopTimers = () => {}

  const end = () => {
    stopTimers()
    held?.end.abort()
    held = null
  }
  const lose = (why: string) => {
    if (!held) return
    end()
    events.emit('lost', why)
  }
  const renew = async () => {
    const mine = held
    if (!mine) return
    const [sentAt, before] = [performance.now(), lastSeq()]
    const names = [keys.lease, keys.head, keys.journal]
    const answer = await runScript(caller, renewLease, names, [mine.value, times.leaseMs]).catch(() => null)
    // Without an answer nothing is known, and the clock decides.
    if (!answer || held !== mine) return
    const [outcome, ...values] = answer
    if (outcome !== 'renewed')
      return lose(
        values[0] ? `Node ${String(values[0]).split(' ')[1]} has taken the lease.` : 'The lease has ended in Redis.',
      )
    const [first = 0, found = 0, last = 0] = values.map(Number)
    if (last < before) return lose(`Redis went back from entry ${before} to entry ${last}.`)
    onFirst(first, found)
    // `holds` may have answered no meanwhile: a late renewal does not revive the lease.
    if (performance.now() >= mine.until) return lose(NOT_IN_TIME)
    mine.until = Math.max(mine.until, sentAt + times.believeMs)
  }
  const expire = () => {
    if (held && performance.now() >= held.until) lose(NOT_IN_TIME)
  }
  return {
    held: (): Held | null => held,
    holds: () => held !== null && performance.now() < held.until,
    /** @param sentAt when it was asked for, by `performance.now` */
    taken(epoch: number, sentAt: number) {
      end()
      const ending = new AbortController()
      held = { epoch, value: `${epoch} ${node}`, ended: ending.signal, end: ending, until: sentAt + times.believeMs }
      const timers = [
        setInterval(() => void renew(), times.renewEveryMs),
        setInterval(expire, Math.max(20, times.believeMs / 50)),
      ]
      stopTimers = () => timers.forEach(clearInterval)
    },
    lose,
    onLost(listener: (why: string) => void) {
      events.on('lost', listener)
      return () => void events.off('lost', listener)
    },
    /** Never throws: a lease that could not be released expires. */
    async release() {
      const mine = held
      if (!mine) return
      end()
      await runScript(caller, releaseLease, [keys.lease], [mine.value, keys.channel(LEASE_TOPIC)]).catch(() => {})
    },
  }
}
export type Lease = ReturnType<typeof createLease>

/** Upper bound between two checks: the announcement of a release may be missed. */
const CHECK_EVERY_MS = 1_000
/** Redis counts whole milliseconds. */
const MARGIN_MS = 2

/** Resolves when no other node holds the lease, as far as can be seen, or when `signal` aborts. */
export async function whenLeaseFree(place: Place, connection: Connection, bus: Bus, signal: AbortSignal) {
  const remainingMs = async (): Promise<number> => {
    try {
      const state = await readStoreState(place, connection)
      const isFree = !state || state.holder === '' || state.holder.endsWith(` ${place.node}`)
      return isFree ? 0 : Math.max(state.leaseMs, 0) + MARGIN_MS
    } catch (error) {
      // A key of another type does not pass by itself: loading the store names it.
      return error instanceof RedisRefusal && error.code === 'WRONGTYPE' ? 0 : CHECK_EVERY_MS
    }
  }
  while (!signal.aborted) {
    await connection.whenUp(signal)
    const waitMs = await remainingMs()
    if (waitMs === 0) return
    await untilReleasedOr(bus, Math.min(waitMs, CHECK_EVERY_MS), signal)
  }
}

const untilReleasedOr = (bus: Bus, ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = bus.listen(LEASE_TOPIC, end)
    signal.addEventListener('abort', end, { once: true })
  })
