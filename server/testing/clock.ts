import type { Clock } from '../engine/clock.ts'

/** A clock that only the test moves. @param start wall time, epoch ms */
export function createTestClock(start = Date.UTC(2026, 0, 1)) {
  /** Far from wall time, so that a sum of both shows in a test. */
  let elapsed = 1_000
  let aheadMs = start - elapsed
  let waiting: { at: number; act: () => void }[] = []
  const clock: Clock = {
    now: () => elapsed + aheadMs,
    monotonic: () => elapsed,
    after(ms, act) {
      const wait = { at: elapsed + ms, act }
      waiting.push(wait)
      return () => {
        waiting = waiting.filter((other) => other !== wait)
      }
    },
  }
  /** Advances time and runs due timers in order. */
  const pass = (ms: number) => {
    const end = elapsed + ms
    for (;;) {
      const [next] = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      waiting = waiting.filter((other) => other !== next)
      elapsed = Math.max(elapsed, next.at)
      next.act()
    }
    elapsed = end
  }
  /** Sets wall time forward, or back, as an administrator or a time server does. Timers and intervals are not affected. */
  const setWallBy = (ms: number) => {
    aheadMs += ms
  }
  /** Ms until the next timer is due; null without timers. */
  const untilNext = () =>
    waiting.length === 0 ? null : Math.max(0, Math.min(...waiting.map(({ at }) => at)) - elapsed)
  return { ...clock, pass, setWallBy, untilNext, waits: () => waiting.length }
}
