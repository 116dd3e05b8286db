import type { Clock } from './clock.ts'

/** A connection that lasted this long counts as good: the next failure starts from a short wait again. */
const provenAfterMs = 10_000

export interface Attempts {
  /**
   * Tries at once and cancels any planned attempt. Does nothing while an attempt is under way: a second request to connect is a message that
   * the hub refuses, and it would not watch what that request names.
   */
  now(): void
  /** The connection failed or was lost: tries again after a backoff. */
  later(): void
  /** The hub closed the connection on purpose: nothing has failed, so the wait is short. */
  soon(): void
  /** The handshake is complete. */
  succeeded(): void
  stop(): void
}

/** Decides when to try to connect. @param random 0 to 1 */
export function createAttempts(open: () => void, clock: Clock, random: () => number): Attempts {
  let failures = 0
  let isUnderWay = false
  let cancel = () => {}
  const attempt = () => {
    isUnderWay = true
    open()
  }
  /** The attempt is over. Plans what comes next. */
  const plan = (delayMs: number, act: () => void) => {
    isUnderWay = false
    cancel()
    cancel = clock.after(delayMs, act)
  }
  return {
    now() {
      if (isUnderWay) return
      cancel()
      attempt()
    },
    later() {
      plan(backOff(failures, random()), attempt)
      failures += 1
    },
    soon: () => plan(longestMoveMs * random(), attempt),
    succeeded: () =>
      plan(provenAfterMs, () => {
        failures = 0
      }),
    stop() {
      isUnderWay = false
      cancel()
    },
  }
}

const firstMs = 400
const longestMs = 10_000
/** Clients of a node that closes on purpose spread their arrival elsewhere over this time. */
const longestMoveMs = 250

/**
 * The wait before the next attempt, in ms: doubles up to ten seconds and is spread from half to the whole of that, so that
 * not all clients reach a restarted hub at once.
 * @param failures attempts that failed so far, from 0 @param random 0 to 1
 */
export const backOff = (failures: number, random: number) =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures, 20)) * (0.5 + random / 2)
