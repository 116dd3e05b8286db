import type { Clock } from './clock.ts'
import { networkOf } from './network.ts'

/** What a line that is written says about those before it. */
export interface LineContext {
  readonly network: string
  /** Lines of the same subject and network that were left out in the minutes since the last one. */
  readonly leftOut?: number
}

interface Counted {
  /** Monotonic ms. */
  readonly since: number
  leftOut: number
}

const minuteMs = 60_000

/**
 * For log lines that visitors can cause: one per subject, network and minute. Lines beyond `mostPerMinute` of all networks together are
 * left out as well, so that an attacker with many networks does not fill the disk either.
 * @param subject one of few words, never text of a visitor
 * @returns a function that returns null for a line to leave out
 */
export function createLineLimit(clock: Pick<Clock, 'monotonic'>, mostPerMinute = 100) {
  const counted = new Map<string, Counted>()
  let minute = { since: Number.NEGATIVE_INFINITY, lines: 0 }

  const dropOld = (now: number) => {
    for (const [key, { since }] of counted) if (now - since >= 2 * minuteMs) counted.delete(key)
  }
  return (subject: string, address: string | null): LineContext | null => {
    const now = clock.monotonic()
    const network = networkOf(address ?? '') || 'unknown'
    const key = `${subject} ${network}`
    const last = counted.get(key)
    if (last && now - last.since < minuteMs) {
      last.leftOut += 1
      return null
    }
    if (now - minute.since >= minuteMs) {
      minute = { since: now, lines: 0 }
      dropOld(now)
    }
    if (minute.lines >= mostPerMinute) return null
    minute.lines += 1
    counted.set(key, { since: now, leftOut: 0 })
    return { network, ...(last && last.leftOut > 0 && { leftOut: last.leftOut }) }
  }
}

const longestName = 40

/** A name that a visitor has invented, for a log line: short, and only letters, digits and a few signs. */
export const cleanName = (name: string) => name.slice(0, longestName).replaceAll(/[^\w.-]/g, '?')
