import { type Chart, chartSize, drawChart, escaped, type Series } from './chart.ts'
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

const style = `
svg { --ground: #fdfcf9; --ink: #26302b; --soft: #6b766f; --grid: #e3e1d8; --c1: #1f7a5c; --c2: #c9822b; --c3: #b23a48; --c4: #3b6ea5 }
@media (prefers-color-scheme: dark) {
  svg { --ground: #17201c; --ink: #e6ebe7; --soft: #9aa8a0; --grid: #2b3731; --c1: #58c79e; --c2: #e8aa5c; --c3: #f0808c; --c4: #7fb2e6 }
}
text { font: 13px system-ui, sans-serif; fill: var(--ink) }
.head { font-size: 22px; font-weight: 600 } .title { font-weight: 600 } .tick, .soft { fill: var(--soft); font-size: 12px }
.grid { stroke: var(--grid) } .line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
.c1 { stroke: var(--c1) } .c2 { stroke: var(--c2) } .c3 { stroke: var(--c3) } .c4 { stroke: var(--c4) }`

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

const gap = 14
const headHeight = 74

/** The report as a self-contained SVG for light and dark color schemes. */
export function reportPicture(settings: LoadSettings, { community, startedAt, moments }: Load): string {
  const charts = chartsOf(pointsOf(moments)).filter(hasAny)
  const faults = faultLines(overTime(moments.map(({ measurements }) => measurements))).slice(0, 6)
  const chartsEnd = headHeight + charts.length * (chartSize.height + gap)
  const height = chartsEnd + 30 + Math.max(1, faults.length) * 20
  const subtitle = `${formatCount(settings.viewers)} viewers and ${formatCount(settings.players)} players, ${settings.seconds} s with all of them, on ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const faultTexts = faults.length > 0 ? faults : ['No limits or faults.']
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartSize.width} ${height}" role="img" aria-label="${escaped(`Load on ${community}: ${subtitle}`).replaceAll('"', '&quot;')}">`,
    `<style>${style}</style>`,
    `<rect width="100%" height="100%" style="fill: var(--ground)"/>`,
    `<text class="head" x="24" y="36">${escaped(`Load on ${community}`)}</text>`,
    `<text class="soft" x="24" y="58">${escaped(`${settings.url}: ${subtitle}`)}</text>`,
    ...charts.map((chart, at) => drawChart(chart, headHeight + at * (chartSize.height + gap))),
    ...faultTexts.map((text, at) => `<text x="24" y="${chartsEnd + 18 + at * 20}">${escaped(shortened(text))}</text>`),
    '</svg>\n',
  ].join('\n')
}

const shortened = (text: string) => (text.length > 130 ? `${text.slice(0, 129)}…` : text)
