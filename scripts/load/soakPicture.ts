import { type Chart, drawPage } from './chart.ts'
import { formatBytes, formatMs } from './format.ts'
import type { HubMetrics, MemoryReading } from './memoryTrend.ts'

/** CPU time a second since the reading before: 1 is one core. */
export const cpuShare = ({ at, metrics }: MemoryReading, earlier: MemoryReading | null | undefined) =>
  earlier ? (metrics.cpuSeconds - earlier.metrics.cpuSeconds) / (at - earlier.at) : 0

/** More points are not visible. */
const mostPoints = 400

interface Soak {
  readonly below: string
  readonly readings: readonly MemoryReading[]
  readonly lines: readonly string[]
}

/** Memory, event-loop lag and CPU of a hub over time. Of readings that share a point the one with the longest lag is shown. */
export function soakPicture({ below, readings, lines }: Soak): string {
  const each = Math.ceil(readings.length / mostPoints) || 1
  const shares = readings.map((reading, nth) => cpuShare(reading, readings[nth - 1]))
  const points = Array.from({ length: Math.ceil(readings.length / each) }, (_, nth) => {
    const those = readings.slice(nth * each, (nth + 1) * each)
    const shown = those.reduce((one, other) => (other.metrics.lagMaxMs > one.metrics.lagMaxMs ? other : one))
    const cpu = shares.slice(nth * each, (nth + 1) * each).reduce((sum, one) => sum + one, 0) / those.length
    return { ...shown, cpu }
  })
  const times = points.map(({ at }) => at)
  const line = (name: string, colour: 1 | 2 | 3 | 4, read: (metrics: HubMetrics) => number) => ({
    name,
    colour,
    values: points.map(({ metrics }) => read(metrics)),
  })
  const charts: readonly Chart[] = [
    {
      title: 'Memory',
      times,
      format: formatBytes,
      series: [
        line('all of the process', 1, ({ residentBytes }) => residentBytes),
        line('heap in use', 2, ({ heapBytes }) => heapBytes),
        line('buffers', 4, ({ externalBytes }) => externalBytes),
      ],
    },
    {
      title: 'Event-loop lag',
      times,
      isLog: true,
      format: formatMs,
      series: [line('p99', 2, ({ lagP99Ms }) => lagP99Ms), line('longest', 3, ({ lagMaxMs }) => lagMaxMs)],
    },
    {
      title: 'CPU, % of a core',
      times,
      format: (value) => `${Math.round(value * 100)}%`,
      series: [{ name: 'hub', colour: 1, values: points.map(({ cpu }) => cpu) }],
    },
  ]
  return drawPage({ title: 'Soak', below, charts, lines })
}
