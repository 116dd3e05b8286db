import { type Chart, drawPage, type Series } from './chart.ts'
import { formatBytes, formatCount, formatMs } from './format.ts'
import { type Measurements, overTime, percentile, type TimingName, timingNames } from './measurements.ts'
import type { LoadSettings } from './options.ts'
import { faultLines } from './reportText.ts'
import type { Load, Moment } from './runLoad.ts'

/** More points are not visible. */
const maxPoints = 240

type Point = Pick<Moment, 'at' | 'seconds' | 'measurements'>

/** Combines moments, so that the picture stays legible and small. */
export function pointsOf(moments: readonly Moment[]): readonly Point[] {
  const each = Math.ceil(moments.length / maxPoints) || 1
  const points: Point[] = []
  for (let at = 0; at < moments.length; at += each) {
    const those = moments.slice(at, at + each)
    points.push({
      at: those.at(-1)?.at ?? 0,
      seconds: sum(those.map(({ seconds }) => seconds)),
      measurements: overTime(those.map(({ measurements }) => measurements)),
    })
  }
  return points
}

const shares = [
  ['p50', 0.5, 1],
  ['p95', 0.95, 2],
  ['p99', 0.99, 3],
] as const

function chartsOf(points: readonly Point[]): readonly Chart[] {
  const times = points.map(({ at }) => at)
  const line = (
    name: string,
    colour: Series['colour'],
    read: (measurements: Measurements, seconds: number) => number | null,
  ): Series => ({
    name,
    colour,
    values: points.map(({ measurements, seconds }) => read(measurements, seconds)),
  })
  const span = (name: TimingName): Chart => ({
    title: timingNames[name].replace(/^./, (first) => first.toUpperCase()),
    times,
    isLog: true,
    format: formatMs,
    series: shares.map(([text, share, colour]) =>
      line(text, colour, ({ timings: spans }) => percentile(spans[name], share)),
    ),
  })
  return [
    {
      title: 'Connected',
      times,
      format: formatCount,
      series: [line('viewers', 1, ({ viewers }) => viewers), line('players', 2, ({ players }) => players)],
    },
    ...(['connect', 'snapshot', 'ack', 'patch', 'status', 'frameGap'] as const).map(span),
    {
      title: 'Traffic to all of them, a second',
      times,
      format: formatBytes,
      series: [line('bytes', 4, ({ counts }, seconds) => counts.bytes / seconds)],
    },
    {
      title: 'Errors, a second',
      times,
      format: (value) => String(Math.round(value * 100) / 100),
      series: [
        line('limits and faults', 3, ({ faults }, seconds) => sum(Object.values(faults)) / seconds),
        line('connections lost', 2, ({ counts }, seconds) => counts.lost / seconds),
      ],
    },
  ]
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Whether anything was measured. */
const hasAny = ({ series }: Chart) => series.some(({ values }) => values.some((value) => value !== null))

/** The report as a self-contained SVG for light and dark color schemes. */
export function reportPicture(settings: LoadSettings, { community, startedAt, moments }: Load): string {
  const charts = chartsOf(pointsOf(moments)).filter(hasAny)
  const faults = faultLines(overTime(moments.map(({ measurements }) => measurements))).slice(0, 6)
  const subtitle = `${formatCount(settings.viewers)} viewers and ${formatCount(settings.players)} players, ${settings.seconds} s with all of them, on ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return drawPage({
    title: `Load on ${community}`,
    below: `${settings.url}: ${subtitle}`,
    charts,
    lines: faults.length > 0 ? faults : ['No limits or faults.'],
  })
}
