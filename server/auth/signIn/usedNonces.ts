import type { Clock } from '../../engine/clock.ts'

/** So far may the clocks of Steam and the hub be apart, the way there included. */
export const nonceWindowMs = 5 * 60_000
/** Beyond that the oldest are forgotten: Steam itself confirms nothing twice. */
const mostKept = 10_000

/** Says of each nonce once, and only around its time, that it is good. */
export function createUsedNonces(clock: Pick<Clock, 'now'>) {
  /** Nonce to the epoch ms from which it is too old anyway; the order in which they came. */
  const used = new Map<string, number>()

  return (nonce: string, madeAt: number): boolean => {
    const now = clock.now()
    if (Math.abs(now - madeAt) > nonceWindowMs || used.has(nonce)) return false
    for (const [old, until] of used) {
      if (until >= now && used.size < mostKept) break
      used.delete(old)
    }
    used.set(nonce, madeAt + nonceWindowMs)
    return true
  }
}
