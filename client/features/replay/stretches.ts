import type { Stretch } from '../../../shared/features/replay/queries.ts'

export const holds = ({ from, until }: Stretch, at: number) => from <= at && at <= until

/** The stretch in which a moment lies; undefined in a gap. */
export const stretchAt = (stretches: readonly Stretch[], at: number) => stretches.find((stretch) => holds(stretch, at))

/** What can be played, from its first moment to its last; null if nothing can. */
export const wholeOf = (stretches: readonly Stretch[]): Stretch | null => {
  const [first] = stretches
  const last = stretches.at(-1)
  return first && last ? { from: first.from, until: last.until } : null
}

/** A moment that can be played: the moment itself, or of a gap the end that is nearer. */
export const nearestMoment = (stretches: readonly Stretch[], at: number): number | null => {
  if (stretchAt(stretches, at)) return at
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
