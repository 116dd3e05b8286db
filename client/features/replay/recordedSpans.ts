import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import { lengthOf, timeOf } from '../../ui/durations.ts'

const holds = ({ from, until }: TimeSpan, at: number) => from <= at && at <= until

/** The span that contains a moment; undefined in a gap. */
export const spanAt = (spans: readonly TimeSpan[], at: number) => spans.find((span) => holds(span, at))

/** From the first to the last recorded moment; null if there is none. */
export const fullSpan = (spans: readonly TimeSpan[]): TimeSpan | null => {
  const [first] = spans
  const last = spans.at(-1)
  return first && last ? { from: first.from, until: last.until } : null
}

/** The nearest recorded moment. */
export const nearestMoment = (spans: readonly TimeSpan[], at: number): number | null => {
  if (spanAt(spans, at)) return at
  const ends = spans.flatMap(({ from, until }) => [from, until])
  return ends.reduce<number | null>(
    (best, end) => (best === null || Math.abs(end - at) < Math.abs(best - at) ? end : best),
    null,
  )
}

/** Where playing continues after a moment in a gap; null after the last span. */
export const nextMoment = (spans: readonly TimeSpan[], at: number): number | null =>
  spans.find(({ from }) => from > at)?.from ?? null

/** The parts of a window without readings. */
export const gapsIn = (spans: readonly TimeSpan[], window: TimeSpan): TimeSpan[] => {
  const gaps: TimeSpan[] = []
  let from = window.from
  for (const span of spans) {
    if (span.from > from) gaps.push({ from, until: Math.min(span.from, window.until) })
    from = Math.max(from, span.until)
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

/** The moment to which a key moves, skipping gaps. Null if the key has no effect. */
export function momentAfterKey(at: number, key: string, whole: TimeSpan, spans: readonly TimeSpan[]): number | null {
  if (key === 'Home') return whole.from
  if (key === 'End') return whole.until
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined) return null
  const wanted = Math.min(whole.until, Math.max(whole.from, at + step))
  if (spanAt(spans, wanted)) return wanted
  const over = step > 0 ? nextMoment(spans, wanted) : spans.findLast(({ until }) => until < wanted)?.until
  return over ?? nearestMoment(spans, wanted)
}

/** Shorter gaps are not mentioned, ms. */
const leastGapMs = 10_000

/**
 * Summarises what is recorded, what is missing, and why: `Kept from 13:40:12, 23 min of 60 min. Two gaps: …`
 * @param window the time range that the hub intends to keep
 */
export function spanSummary(spans: readonly TimeSpan[], window: TimeSpan, truncated: string | null): string {
  const whole = fullSpan(spans)
  if (!whole) return truncated ?? 'Nothing is recorded.'
  const [first, ...rest] = gapsIn(spans, window)
  const isShort = first?.from === window.from && first.until - first.from > leastGapMs
  const between = [...(first && first.from !== window.from ? [first] : []), ...rest].filter(
    ({ from, until }) => until !== window.until && until - from > leastGapMs,
  )
  const kept = isShort
    ? `Kept from ${timeOf(whole.from)} on: ${lengthOf(whole.until - whole.from)} of the last ${lengthOf(window.until - window.from)}.`
    : `Kept: the last ${lengthOf(window.until - window.from)}.`
  const gaps = between.length === 0 ? '' : ` ${gapCount(between.length)} hatched: no data from the game.`
  return `${kept}${gaps}${truncated ? ` ${truncated}` : ''}`
}

const gapCount = (count: number) => (count === 1 ? 'One gap is' : `${count} gaps are`)
