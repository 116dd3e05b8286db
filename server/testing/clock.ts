import type { Clock } from '../engine/clock.ts'

/** A clock that only the test moves. */
export function createTestClock(start = Date.UTC(2026, 0, 1)) {
  let now = start
  let waiting: { at: number; act: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after(ms, act) {
      const wait = { at: now + ms, act }
      waiting.push(wait)
      return () => {
        waiting = waiting.filter((other) => other !== wait)
      }
    },
  }
  /** Advances time and runs due timers in order. */
  const pass = (ms: number) => {
    const end = now + ms
    for (;;) {
      const [next] = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      waiting = waiting.filter((other) => other !== next)
      now = Math.max(now, next.at)
      next.act()
    }
    now = end
  }
  /** Ms until the next timer is due; null without timers. */
  const untilNext = () => (waiting.length === 0 ? null : Math.max(0, Math.min(...waiting.map(({ at }) => at)) - now))
  return { ...clock, pass, untilNext, waits: () => waiting.length }
}
