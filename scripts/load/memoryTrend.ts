import { formatBytes } from './format.ts'

export interface MemoryReading {
  /** Since the beginning, s. */
  readonly at: number
  readonly metrics: HubMetrics
}

/** Garbage collections are some seconds apart: the minimum of each interval is the memory really in use. */
const minIntervalSeconds = 15
const intervalCount = 8
/** Maximum growth per minute as a share of the mean; below it memory needs more than eight hours to double. */
const maxGrowth = 0.002

interface MemoryVerdict {
  readonly holds: boolean
  /** The last one says what follows from the others. */
  readonly lines: readonly string[]
}

/** Whether a hub's memory grows under a constant load. @param warmSeconds readings before this are ignored */
export function judgeMemory(readings: readonly MemoryReading[], warmSeconds: number): MemoryVerdict {
  const warm = readings.filter(({ at }) => at >= warmSeconds)
  const durationSeconds = (warm.at(-1)?.at ?? 0) - (warm[0]?.at ?? 0)
  // More than an equal part, or the last reading would be alone in an interval of its own.
  const intervalSeconds = Math.max(minIntervalSeconds, (durationSeconds + 1) / intervalCount)
  const trendBy = (read: (metrics: HubMetrics) => number): Trend | null => {
    const samples: readonly Sample[] = warm.map(({ at, metrics }) => ({ at, value: read(metrics) }))
    const minima = minimaOf(samples, intervalSeconds)
    return minima.length < 4 ? null : trendOf(minima)
  }
  const trends = [
    { name: 'heap', trend: trendBy(({ heapBytes }) => heapBytes) },
    { name: 'buffers', trend: trendBy(({ externalBytes }) => externalBytes) },
    { name: 'all of the process', trend: trendBy(({ residentBytes }) => residentBytes) },
  ]
  if (trends.some(({ trend }) => trend === null))
    return { holds: false, lines: ['Too short for a verdict: less than a minute was left after the warm-up.'] }
  const results = trends.flatMap(({ name, trend }) => (trend ? [{ name, trend, grows: grows(trend) }] : []))
  const holds = results.every(({ grows }) => !grows)
  const lines = results.map(
    ({ name, trend, grows }) =>
      `${name}: ${formatBytes(trend.mean)}, ${perMinute(trend.perSecond)} ± ${formatBytes(trend.error * 60)} a minute: ${grows ? 'GROWS' : 'does not grow'}`,
  )
  return { holds, lines: [...lines, holds ? 'Stable.' : 'It keeps growing.'] }
}

const perMinute = (perSecond: number) => `${perSecond < 0 ? '−' : '+'}${formatBytes(Math.abs(perSecond) * 60)}`

/** By more than the error of the trend, and by more than the limit. */
const grows = ({ perSecond, error, mean }: Trend) => perSecond - error > 0 && perSecond * 60 > mean * maxGrowth

interface Trend {
  /** Slope of the regression line. */
  readonly perSecond: number
  /** Twice the standard error of the slope. */
  readonly error: number
  readonly mean: number
}

interface Sample {
  /** s */
  readonly at: number
  readonly value: number
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** Linear regression. @throws with fewer than three samples, since two always lie on a line */
export function trendOf(samples: readonly Sample[]): Trend {
  if (samples.length < 3) throw new Error(`A trend needs at least three samples, not ${samples.length}.`)
  const [midAt, mean] = [meanOf(samples.map(({ at }) => at)), meanOf(samples.map(({ value }) => value))]
  const width = samples.reduce((sum, { at }) => sum + (at - midAt) ** 2, 0)
  const perSecond = samples.reduce((sum, { at, value }) => sum + (at - midAt) * (value - mean), 0) / width
  const rest = samples.reduce((sum, { at, value }) => sum + (value - mean - perSecond * (at - midAt)) ** 2, 0)
  return { perSecond, mean, error: 2 * Math.sqrt(rest / (samples.length - 2) / width) }
}

/** The minimum of each interval since the first sample: for a heap, what was left after a garbage collection. */
export function minimaOf(samples: readonly Sample[], everySeconds: number): readonly Sample[] {
  const minima = new Map<number, Sample>()
  const from = samples[0]?.at ?? 0
  for (const sample of samples) {
    const interval = Math.floor((sample.at - from) / everySeconds)
    const minimum = minima.get(interval)
    if (!minimum || sample.value < minimum.value) minima.set(interval, sample)
  }
  return [...minima.values()]
}

/** Process metrics of a hub, from its /metrics. */
export interface HubMetrics {
  readonly residentBytes: number
  readonly heapBytes: number
  /** Buffers, such as unsent socket data. */
  readonly externalBytes: number
  /** 99th percentile of the event loop lag since the last scrape, ms. */
  readonly lagP99Ms: number
  readonly lagMaxMs: number
  /** Total. */
  readonly cpuSeconds: number
}

/** The value of a metric without labels. @throws if it is missing */
function gauge(text: string, name: string): number {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`The hub has no ${name} in its /metrics.`)
  return Number(value)
}

export const metricsIn = (text: string): HubMetrics => ({
  residentBytes: gauge(text, 'waterhole_process_resident_memory_bytes'),
  heapBytes: gauge(text, 'waterhole_nodejs_heap_size_used_bytes'),
  externalBytes: gauge(text, 'waterhole_nodejs_external_memory_bytes'),
  lagP99Ms: gauge(text, 'waterhole_nodejs_eventloop_lag_p99_seconds') * 1_000,
  lagMaxMs: gauge(text, 'waterhole_nodejs_eventloop_lag_max_seconds') * 1_000,
  cpuSeconds: gauge(text, 'waterhole_process_cpu_seconds_total'),
})

export async function readHubMetrics(url: string): Promise<HubMetrics> {
  const answer = await fetch(`${url}/metrics`)
  if (!answer.ok) throw new Error(`${url}/metrics answers ${answer.status}.`)
  return metricsIn(await answer.text())
}
