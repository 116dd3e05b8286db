import type { Clock } from '../../engine/clock.ts'

export interface ManualClock extends Clock {
  /** Moves time, runs due timers in order and lets promises settle in between. */
  advance(ms: number): Promise<void>
  /** The number of pending timers: 0 after cleanup. */
  waiting(): number
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A clock that only the test moves. */
export const createManualClock = (startAt = 0): ManualClock => {
  let now = startAt
  const timers = new Set<{ at: number; run: () => void }>()

  const nextBy = (end: number) =>
    [...timers].filter((timer) => timer.at <= end).reduce((a, b) => (b.at < a.at ? b : a), { at: Infinity, run() {} })

  return {
    now: () => now,
    monotonic: () => now - startAt,
    waiting: () => timers.size,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const end = now + ms
      await settle()
      for (let due = nextBy(end); due.at <= end; due = nextBy(end)) {
        timers.delete(due)
        now = Math.max(now, due.at)
        due.run()
        await settle()
      }
      now = end
    },
  }
}
