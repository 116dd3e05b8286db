import type { Clock } from './clock.ts'

/** A connection that held for this long was a good one: the next failure starts from a short wait again. */
const provenAfterMs = 10_000

export interface Attempts {
  /** Try now, whatever was planned. */
  now(): void
  /** The connection failed or was lost: try again in a while. */
  later(): void
  /** The hub has sent us away, to others or to wait for it: nothing has failed. */
  soon(): void
  /** The hub has greeted us. */
  succeeded(): void
  stop(): void
}

/** When to try to connect. @param random 0 to 1 */
export function createAttempts(open: () => void, clock: Clock, random: () => number): Attempts {
  let failures = 0
  let callOff = () => {}
  const plan = (delayMs: number, act: () => void) => {
    callOff()
    callOff = clock.after(delayMs, act)
  }
  return {
    now() {
      callOff()
      open()
    },
    later() {
      plan(backOff(failures, random()), open)
      failures += 1
    },
    soon: () => plan(movingMs(random()), open),
    succeeded: () =>
      plan(provenAfterMs, () => {
        failures = 0
      }),
    stop: () => callOff(),
  }
}

const firstMs = 400
const longestMs = 10_000

/**
 * How long to wait before the next attempt, in ms: doubles up to ten seconds, and is spread from half to the whole of
 * that, so that a hub that comes back is not met by everyone at once.
 * @param failures attempts that failed so far, from 0 @param random 0 to 1
 */
export const backOff = (failures: number, random: number) =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures, 20)) * (0.5 + random / 2)

const longestMoveMs = 250

/** How long somebody waits whom a hub has sent away in order, in ms: only so long that not all of them arrive at once. @param random 0 to 1 */
const movingMs = (random: number) => longestMoveMs * random
