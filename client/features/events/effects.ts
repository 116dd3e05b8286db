import type { EventType } from '../../../shared/features/events/events.ts'

/** What moves while the warning of an event is shown: a dark veil over the page, the page itself, or the sign of the event. */
interface Effect {
  readonly name: 'flicker' | 'tremble' | 'dominance'
  readonly moves: 'veil' | 'page' | 'sign'
  /** Of one round, which repeats. */
  readonly roundMs: number
  readonly frames: readonly (Readonly<Record<string, string | number>> & { readonly offset: number })[]
}

/** Lights that fail twice and come back: within any second at most two flashes, where three are the limit for photosensitive people. */
const flicker: Effect = {
  name: 'flicker',
  moves: 'veil',
  roundMs: 3_200,
  frames: [
    { offset: 0, opacity: 0 },
    { offset: 0.1, opacity: 0 },
    { offset: 0.13, opacity: 0.55 },
    { offset: 0.22, opacity: 0.1 },
    { offset: 0.26, opacity: 0.45 },
    { offset: 0.4, opacity: 0 },
    { offset: 0.7, opacity: 0 },
    { offset: 0.74, opacity: 0.35 },
    { offset: 0.85, opacity: 0 },
    { offset: 1, opacity: 0 },
  ],
}

/** Steps of a heavy herd: the page shakes by up to 3 px and comes to rest in between. Nothing flashes. */
const tremble: Effect = {
  name: 'tremble',
  moves: 'page',
  roundMs: 1_600,
  frames: [
    [0, 0, 0],
    [0.05, 3, -1],
    [0.1, -3, 1],
    [0.15, 2, 2],
    [0.2, -2, -1],
    [0.25, 1, 0],
    [0.3, 0, 0],
    [0.5, 0, 0],
    [0.55, -2, 1],
    [0.6, 2, -1],
    [0.65, -1, 0],
    [0.7, 0, 0],
    [1, 0, 0],
  ].map(([offset = 0, left, top]) => ({ offset, left: `${left}px`, top: `${top}px`, easing: 'steps(1)' })),
}

/** The crown grows and shrinks, slowly. */
const dominance: Effect = {
  name: 'dominance',
  moves: 'sign',
  roundMs: 2_400,
  frames: [
    { offset: 0, scale: 1 },
    { offset: 0.5, scale: 1.14 },
    { offset: 1, scale: 1 },
  ],
}

export const effects: Readonly<Record<EventType, Effect>> = {
  'Moonlight Hunt': flicker,
  'Great Migration': tremble,
  'King of the Hill': dominance,
}

/** The most flashes within a second of a veil that repeats: a flash is a veil that darkens and lightens again. */
export function flashesPerSecond({ frames, roundMs }: Pick<Effect, 'frames' | 'roundMs'>): number {
  const levels = frames.map(({ offset, opacity = 0 }) => ({ at: offset * roundMs, level: Number(opacity) }))
  const peaks = levels.flatMap(({ at, level }, nth) => {
    const isPeak = level > (levels[nth - 1]?.level ?? 0) && level > (levels[nth + 1]?.level ?? 0)
    return isPeak ? [at, at + roundMs] : []
  })
  return Math.max(0, ...peaks.map((from) => peaks.filter((at) => at >= from && at < from + 1_000).length))
}
