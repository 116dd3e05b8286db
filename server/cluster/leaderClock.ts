import type { Clock } from '../engine/clock.ts'

/** A smaller difference may be the delay of a heartbeat. */
const noticedMs = 1_000
/** The difference that is reported: users notice it once another node leads. */
const reportedMs = 30_000
/** Of so many heartbeats the least delayed one counts. */
const comparedHeartbeats = 5

interface LeaderClockDeps {
  readonly clock: Clock
  /** Called once when the clock of this node differs from the leader's by much, with what to do. */
  readonly onClockApart: (why: string) => void
}

/**
 * The leader's wall time, as its heartbeats give it. The leader judges command ids and writes the times in documents by its own clock, so
 * users of every node need that time, however wrong the clock of the node is.
 */
export function createLeaderClock({ clock, onClockApart }: LeaderClockDeps) {
  let leader = ''
  /** How far the leader's wall time was ahead of the monotonic time of this node, which does not jump. */
  let samples: readonly number[] = []
  /** How far the leader's wall time is ahead of this node's. */
  let aheadMs = 0
  let isReported = false

  const why = () => {
    const seconds = Math.round(Math.abs(aheadMs) / 1_000)
    if (Math.abs(aheadMs) < reportedMs) return null
    return `The clock of this node is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the clock of the leader (${leader}). Set the clocks of all nodes, for example with NTP. Until then this node shows users the time of the leader.`
  }
  /** Keeps what it knows as long as it is right within a second: time on pages does not jump with each heartbeat. */
  function compare() {
    if (samples.length === 0) return
    const measured = Math.max(...samples) + clock.monotonic() - clock.now()
    if (Math.abs(measured - aheadMs) >= noticedMs) aheadMs = measured
    const text = why()
    if (text !== null && !isReported) onClockApart(text)
    isReported = text !== null
  }
  function forget(next: string) {
    leader = next
    samples = []
    aheadMs = 0
  }

  return {
    /** Time for all that serves users. */
    clock: { now: () => clock.now() + aheadMs, monotonic: clock.monotonic, after: clock.after } satisfies Clock,
    aheadMs: () => aheadMs,
    why,
    /** @param now wall time in a heartbeat of the leader, undefined from the release before: the clock of this node counts then */
    note(from: string, now: number | undefined) {
      const isNew = from !== leader
      if (isNew || now === undefined) forget(from)
      if (now === undefined) return
      samples = [...samples, now - clock.monotonic()].slice(-comparedHeartbeats)
      if (isNew) compare()
    },
    /** Must be called at each heartbeat of this node: after it was stopped for a while, it first receives all that has waited. */
    tick: compare,
    /** This node leads. */
    lead: () => forget(''),
  }
}
export type LeaderClock = ReturnType<typeof createLeaderClock>
