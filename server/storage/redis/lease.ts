import { EventEmitter } from 'node:events'
import type { Bus } from '../../engine/storage.ts'
import type { Connection } from './connection.ts'
import type { Place } from './keys.ts'
import { renewLease, returnLease } from './lua/lease.ts'
import { type Caller, runScript } from './lua/script.ts'
import { readStoreState } from './storeState.ts'

export interface LeaseTimes {
  /** It ends so long after it was taken or renewed, by the clock of Redis. */
  readonly leaseMs: number
  readonly renewEveryMs: number
  /** Its holder believes in it for so long after the last renewal that it sent. Shorter, as clocks and ways differ. */
  readonly believeMs: number
}

export const leaseTimes: LeaseTimes = { leaseMs: 3_000, renewEveryMs: 750, believeMs: 2_500 }

/** What is told on the bus when a lease is given back. */
const leaseTopic = 'lease'

export interface Held {
  readonly epoch: number
  /** As it stands in Redis. */
  readonly value: string
  /** Ends when the lease is lost or given back. */
  readonly ended: AbortSignal
}

interface LeaseParts {
  readonly place: Place
  readonly line: Caller
  readonly times: LeaseTimes
  /** How the journal begins, as this hub has left it and as it is: told with each renewal. */
  readonly onFirst: (left: number, there: number) => void
  /** The journal's last entry, as far as this node knows: a store that went back behind it is no longer this lease's. */
  readonly last: () => number
}

type Belief = Held & { until: number; readonly end: AbortController }

/** The node's own belief in the lease: renewed in Redis, and given up by a clock that nobody can set. */
export function createLease(parts: LeaseParts) {
  const { place, line, times } = parts
  const { keys, node } = place
  const lost = new EventEmitter().setMaxListeners(0)
  let held: Belief | null = null
  let stop = () => {}

  const end = () => {
    stop()
    held?.end.abort()
    held = null
  }
  const lose = (why: string) => {
    if (!held) return
    end()
    lost.emit('lost', why)
  }
  const renewNow = async () => {
    const mine = held
    if (!mine) return
    const why = await renew(parts, mine)
    if (why !== null && held === mine) lose(why)
  }
  const expire = () => {
    if (held && performance.now() >= held.until) lose(notInTime)
  }
  return {
    held: (): Held | null => held,
    holds: () => held !== null && performance.now() < held.until,
    /** @param sentAt when it was asked for, by `performance.now` */
    taken(epoch: number, sentAt: number) {
      end()
      const ending = new AbortController()
      held = { epoch, value: `${epoch} ${node}`, ended: ending.signal, end: ending, until: sentAt + times.believeMs }
      stop = repeat([() => void renewNow(), times.renewEveryMs], [expire, Math.max(20, times.believeMs / 50)])
    },
    lose,
    onLost(listener: (why: string) => void) {
      lost.on('lost', listener)
      return () => void lost.off('lost', listener)
    },
    /** Never throws: a lease that could not be given back ends by itself. */
    async giveBack() {
      const mine = held
      if (!mine) return
      end()
      await runScript(line, returnLease, [keys.lease], [mine.value, keys.channel(leaseTopic)]).catch(() => {})
    },
  }
}
export type Lease = ReturnType<typeof createLease>

const notInTime = 'Redis has not renewed the lease in time.'

const repeat = (...acts: readonly (readonly [() => void, number])[]) => {
  const timers = acts.map(([act, ms]) => setInterval(act, ms))
  return () => timers.forEach(clearInterval)
}

/** Gives why it is lost; null while it is not. Without an answer nothing is known: the clock decides. */
async function renew(
  { place: { keys }, line, times, onFirst, last }: LeaseParts,
  mine: Belief,
): Promise<string | null> {
  const [sentAt, before] = [performance.now(), last()]
  const names = [keys.lease, keys.head, keys.journal]
  const answer = await runScript(line, renewLease, names, [mine.value, times.leaseMs]).catch(() => null)
  if (!answer) return null
  const [word, ...told] = answer
  if (word !== 'renewed')
    return told[0] ? `Node ${String(told[0]).split(' ')[1]} has taken the lease.` : 'The lease has ended in Redis.'
  const [first = 0, there = 0, end = 0] = told.map(Number)
  if (end < before) return `Redis went back from entry ${before} to entry ${end}.`
  onFirst(first, there)
  // Whoever asked meanwhile was told that it is not held.
  if (performance.now() >= mine.until) return notInTime
  mine.until = Math.max(mine.until, sentAt + times.believeMs)
  return null
}

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
    const standing = await readStoreState(place, line)
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
