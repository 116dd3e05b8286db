import { bytesWords } from './figures.ts'
import type { HubFigures } from './hubFigures.ts'
import { lowsOf, type Sample, type Trend, trendOf } from './trend.ts'

export interface Look {
  /** Since the beginning, s. */
  readonly at: number
  readonly figures: HubFigures
}

/** Sweeps of the heap are some seconds apart: the least of so long is what is really held. As many stretches as make a trend. */
const shortestStretchSeconds = 15
const stretches = 8
/** What grows by less than this share of itself in a minute, all that is kept by design included, would double in hours only. */
export const mostGrowth = 0.01

export interface Verdict {
  readonly holds: boolean
  readonly lines: readonly string[]
}

/** Whether the memory of a hub grows under an even load. @param warmSeconds what came before that is not looked at */
export function verdictOn(looks: readonly Look[], warmSeconds: number): Verdict {
  const warm = looks.filter(({ at }) => at >= warmSeconds)
  const lasted = (warm.at(-1)?.at ?? 0) - (warm[0]?.at ?? 0)
  const stretchSeconds = Math.max(shortestStretchSeconds, lasted / stretches)
  const trendBy = (figure: (figures: HubFigures) => number): Trend | null => {
    const samples: readonly Sample[] = warm.map(({ at, figures }) => ({ at, value: figure(figures) }))
    const lows = lowsOf(samples, stretchSeconds)
    return lows.length < 4 ? null : trendOf(lows)
  }
  const trends = [
    { name: 'heap', trend: trendBy(({ heapBytes }) => heapBytes) },
    { name: 'buffers', trend: trendBy(({ externalBytes }) => externalBytes) },
    { name: 'all of the process', trend: trendBy(({ residentBytes }) => residentBytes) },
  ]
  if (trends.some(({ trend }) => trend === null))
    return { holds: false, lines: ['Too short for a verdict: less than a minute was left after the warm-up.'] }
  const told = trends.flatMap(({ name, trend }) => (trend ? [{ name, trend, grows: doesGrow(trend) }] : []))
  return {
    holds: told.every(({ grows }) => !grows),
    lines: told.map(
      ({ name, trend, grows }) =>
        `${name}: ${bytesWords(trend.mean)}, ${perMinute(trend.perSecond)} ± ${bytesWords(trend.giveOrTake * 60)} a minute: ${grows ? 'GROWS' : 'does not grow'}`,
    ),
  }
}

const perMinute = (perSecond: number) => `${perSecond < 0 ? '−' : '+'}${bytesWords(Math.abs(perSecond) * 60)}`

/** By more than chance, and by more than counts. */
const doesGrow = ({ perSecond, giveOrTake, mean }: Trend) =>
  perSecond - giveOrTake > 0 && perSecond * 60 > mean * mostGrowth
