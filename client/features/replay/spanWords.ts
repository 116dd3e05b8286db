import type { Stretch } from '../../../shared/features/replay/queries.ts'
import { lengthOf, timeOf } from '../../ui/durations.ts'
import { gapsIn, wholeOf } from './stretches.ts'

/** A gap shorter than this is not worth a word, ms. */
const leastGapMs = 10_000

/**
 * What can be played, what is missing, and why. `Kept from 13:40:12, 23 min of 60 min. Two gaps: …`
 * @param window the last while that the hub means to keep
 */
export function spanWords(stretches: readonly Stretch[], window: Stretch, truncated: string | null): string {
  const whole = wholeOf(stretches)
  if (!whole) return truncated ?? 'Nothing is kept.'
  const [first, ...rest] = gapsIn(stretches, window)
  const isShort = first?.from === window.from && first.until - first.from > leastGapMs
  const between = [...(first && first.from !== window.from ? [first] : []), ...rest].filter(
    ({ from, until }) => until !== window.until && until - from > leastGapMs,
  )
  const kept = isShort
    ? `Kept from ${timeOf(whole.from)} on: ${lengthOf(whole.until - whole.from)} of the last ${lengthOf(window.until - window.from)}.`
    : `The last ${lengthOf(window.until - window.from)} are kept.`
  const gaps = between.length === 0 ? '' : ` ${gapCount(between.length)} hatched: the game was not read then.`
  return `${kept}${gaps}${truncated ? ` ${truncated}` : ''}`
}

const gapCount = (count: number) => (count === 1 ? 'One gap is' : `${count} gaps are`)
