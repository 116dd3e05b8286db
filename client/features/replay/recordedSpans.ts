import type { Stretch } from '../../../shared/features/replay/queries.ts'
import { lengthOf, timeOf } from '../../ui/durations.ts'

const holds = ({ from, until }: Stretch, at: number) => from <= at && at <= until

/** The stretch in which a moment lies; undefined in a gap. */
export const spanAt = (stretches: readonly Stretch[], at: number) => stretches.find((stretch) => holds(stretch, at))

/** What can be played, from its first moment to its last; null if nothing can. */
export const fullSpan = (stretches: readonly Stretch[]): Stretch | null => {
  const [first] = stretches
  const last = stretches.at(-1)
  return first && last ? { from: first.from, until: last.until } : null
}

/** A moment that can be played: the moment itself, or of a gap the end that is nearer. */
export const nearestMoment = (stretches: readonly Stretch[], at: number): number | null => {
  if (spanAt(stretches, at)) return at
  const ends = stretches.flatMap(({ from, until }) => [from, until])
  return ends.reduce<number | null>(
    (best, end) => (best === null || Math.abs(end - at) < Math.abs(best - at) ? end : best),
    null,
  )
}

/** Where playing goes on after a moment of a gap; null at the end of all. */
export const nextMoment = (stretches: readonly Stretch[], at: number): number | null =>
  stretches.find(({ from }) => from > at)?.from ?? null

/** Pieces of a time line without readings. */
export const gapsIn = (stretches: readonly Stretch[], window: Stretch): Stretch[] => {
  const gaps: Stretch[] = []
  let from = window.from
  for (const stretch of stretches) {
    if (stretch.from > from) gaps.push({ from, until: Math.min(stretch.from, window.until) })
    from = Math.max(from, stretch.until)
  }
  if (from < window.until) gaps.push({ from, until: window.until })
  return gaps
}

const stepMs = 2_000
const pageMs = 60_000

const steps: Readonly<Record<string, number>> = {
  ArrowRight: stepMs,
  ArrowUp: stepMs,
  ArrowLeft: -stepMs,
  ArrowDown: -stepMs,
  PageUp: pageMs,
  PageDown: -pageMs,
}

/** Where a key leads from a moment: never into a gap, but over it. Null for a key that leads nowhere. */
export function momentAfterKey(at: number, key: string, whole: Stretch, stretches: readonly Stretch[]): number | null {
  if (key === 'Home') return whole.from
  if (key === 'End') return whole.until
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined) return null
  const wanted = Math.min(whole.until, Math.max(whole.from, at + step))
  if (spanAt(stretches, wanted)) return wanted
  const over = step > 0 ? nextMoment(stretches, wanted) : stretches.findLast(({ until }) => until < wanted)?.until
  return over ?? nearestMoment(stretches, wanted)
}

/** A gap shorter than this is not worth a word, ms. */
const leastGapMs = 10_000

/**
 * What can be played, what is missing, and why. `Kept from 13:40:12, 23 min of 60 min. Two gaps: …`
 * @param window the last while that the hub means to keep
 */
export function spanSummary(stretches: readonly Stretch[], window: Stretch, truncated: string | null): string {
  const whole = fullSpan(stretches)
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
