import type { Clock } from '../../engine/clock.ts'
import { attemptLengthMs } from './signInAttempt.ts'

/** As long may a page be loaded again and show what became of the sign-in. */
export const replayMs = 60_000
/** Beyond that the oldest are forgotten; the providers themselves answer for nothing twice. */
const mostKept = 10_000

interface Done<T> {
  readonly at: number
  readonly address: string
  readonly outcome: Promise<T>
}

/** Ends each attempt once on this node, however often its address is loaded: at once, or again within a minute, the outcome is the same one. */
export function createSignInOnce<T>(clock: Pick<Clock, 'now'>) {
  const done = new Map<string, Done<T>>()

  function forgetOld(now: number) {
    for (const [state, { at }] of done) {
      if (now - at <= attemptLengthMs && done.size < mostKept) return
      done.delete(state)
    }
  }
  /** Null when the attempt was ended by another address, or more than a minute ago. */
  return (state: string, address: string, act: () => Promise<T>): Promise<T> | null => {
    const now = clock.now()
    const former = done.get(state)
    if (former) return former.address === address && now - former.at <= replayMs ? former.outcome : null
    forgetOld(now)
    const outcome = act()
    done.set(state, { at: now, address, outcome })
    return outcome
  }
}
