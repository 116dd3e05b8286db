import { hostWatchedForMs } from '../../../shared/features/deliveries/hostOrders.ts'
import type { HostReading } from '../../../shared/features/gameHost/gameHost.ts'
import type { Clock } from '../../engine/clock.ts'
import type { LinkLog } from '../link.ts'
import { backOffMs, createLinkState } from '../linkState.ts'
import { type HostAdapter, HostError, type HostSight } from './hostAdapter.ts'

/** Ms. */
export interface HostTimings {
  /** Between two looks at what came of an action. */
  readonly watchEveryMs: number
  readonly watchedForMs: number
  readonly firstRetryMs: number
  readonly maxRetryMs: number
}
export const hostTimings: HostTimings = {
  watchEveryMs: 2_000,
  watchedForMs: hostWatchedForMs,
  firstRetryMs: 1_000,
  maxRetryMs: 60_000,
}

interface LooksOptions {
  readonly adapter: HostAdapter
  readonly clock: Clock
  readonly log: LinkLog
  readonly timings: HostTimings
  readonly random: () => number
}

/** Looks at the host again and again, and keeps what it said last. */
export function createHostLooks({ adapter, clock, log, timings, random }: LooksOptions) {
  const board = createLinkState(clock, log, `${adapter.place} (host)`)
  const listeners = new Set<() => void>()
  const pauses = new Set<() => void>()
  let reading: HostReading | null = null
  let [everyMs, failures, isClosed] = [60_000, 0, false]
  let cancel = () => {}
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  /** Each look is followed by the next one, including a look of `lookOnce`. */
  const lookLater = () => {
    cancel()
    const retryMs = failures === 0 ? everyMs : Math.min(everyMs, backOffMs(failures - 1, random(), timings))
    cancel = clock.after(retryMs, () => void lookOnce().catch(() => {}))
  }
  const lookOnce = async (): Promise<HostSight> => {
    try {
      const sight = await adapter.read()
      if (isClosed) return sight
      failures = 0
      reading = { ...sight, readAt: clock.now() }
      board.set('up', null)
      lookLater()
      notify()
      return sight
    } catch (error) {
      if (isClosed) throw error
      failures += 1
      board.set(error instanceof HostError && error.code === 'denied' ? 'refused' : 'down', (error as Error).message)
      lookLater()
      notify()
      throw error
    }
  }
  void lookOnce().catch(() => {})
  return {
    state: board.state,
    onState: board.onState,
    status: () => ({ link: board.state(), reading }),
    onStatus(listener: () => void) {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    lookOnce,
    lookEvery(ms: number) {
      const isSooner = ms < everyMs
      everyMs = ms
      if (isSooner) void lookOnce().catch(() => {})
    },
    isClosed: () => isClosed,
    /** Ends early when it is closed. */
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const end = () => {
          pauses.delete(end)
          stop()
          resolve()
        }
        const stop = clock.after(ms, end)
        pauses.add(end)
      }),
    close() {
      if (isClosed) return
      isClosed = true
      cancel()
      board.set('down', 'closed')
      for (const end of [...pauses]) end()
    },
  }
}
