export interface Series {
  readonly name: string
  /** One for each time; null where nothing was measured. */
  readonly values: readonly (number | null)[]
  /** Index of the palette. */
  readonly colour: 1 | 2 | 3 | 4
}

export interface Chart {
  readonly title: string
  readonly series: readonly Series[]
  /** s since the start, ascending. */
  readonly times: readonly number[]
  /** Logarithmic scale. */
  readonly isLog?: boolean
  format(value: number): string
}

const chartSize = { width: 940, height: 170 } as const
const left = 74
const right = 206
const top = 30
const bottom = 22
const innerWidth = chartSize.width - left - right
const innerHeight = chartSize.height - top - bottom

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Round values that cover all of them: powers of ten for a logarithmic scale. */
export function ticksFor(values: readonly number[], isLog: boolean): readonly number[] {
  const highest = Math.max(...values, isLog ? 1 : 0)
  if (isLog) {
    const lowest = Math.max(0.1, Math.min(...values.filter((value) => value > 0), highest))
    const from = Math.floor(Math.log10(lowest))
    const to = Math.ceil(Math.log10(highest) - 1e-9)
    return Array.from({ length: Math.max(2, to - from + 1) }, (_, power) => 10 ** (from + power))
  }
  const rough = (highest || 1) / 4
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((times) => times * size >= rough) ?? 10) * size
  return Array.from({ length: Math.ceil((highest || 1) / step) + 1 }, (_, at) => at * step)
}

const point = (number: number) => Math.round(number * 10) / 10

function scaleFor(ticks: readonly number[], isLog: boolean) {
  const place = (value: number) => (isLog ? Math.log10(Math.max(value, ticks[0] ?? 1)) : value)
  const [low, high] = [place(ticks[0] ?? 0), place(ticks.at(-1) ?? 1)]
  return (value: number) => point(top + innerHeight * (1 - (place(value) - low) / (high - low || 1)))
}

/** A line for each stretch without gaps; a single point becomes a dot by its round line caps. */
function pathOf(values: Series['values'], x: (at: number) => number, y: (value: number) => number): string {
  let isDown = false
  return values
    .flatMap((value, at) => {
      const step = isDown ? 'L' : 'M'
      isDown = value !== null
      return value === null ? [] : [`${step}${x(at)} ${y(value)}${step === 'M' ? 'h0' : ''}`]
    })
    .join('')
}

/** One line chart over time, as an SVG group at that height. */
function drawChart({ title, series, times, isLog = false, format }: Chart, atY: number): string {
  const ticks = ticksFor(
    series.flatMap(({ values }) => values.filter((value) => value !== null)),
    isLog,
  )
  const y = scaleFor(ticks, isLog)
  const end = times.at(-1) || 1
  const x = (at: number) => point(left + (innerWidth * (times[at] ?? 0)) / end)
  const grid = ticks.map(
    (tick) =>
      `<path class="grid" d="M${left} ${y(tick)}h${innerWidth}"/><text class="tick" x="${left - 8}" y="${y(tick) + 4}" text-anchor="end">${escaped(format(tick))}</text>`,
  )
  const seconds = ticksFor([end], false).filter((tick) => tick <= end)
  const below = seconds.map(
    (tick) =>
      `<text class="tick" x="${point(left + (innerWidth * tick) / end)}" y="${chartSize.height - 6}" text-anchor="middle">${tick} s</text>`,
  )
  const lines = series.map(({ values, colour }) => `<path class="line c${colour}" d="${pathOf(values, x, y)}"/>`)
  const legend = series.map(({ name, values, colour }, at) => {
    const highest = Math.max(...values.filter((value) => value !== null))
    const most = Number.isFinite(highest) ? ` ≤ ${format(highest)}` : ''
    return `<path class="line c${colour}" d="M${left + innerWidth + 14} ${top + 8 + at * 18}h14"/><text x="${left + innerWidth + 34}" y="${top + 12 + at * 18}">${escaped(name + most)}</text>`
  })
  const heading = `<text class="title" x="${left}" y="18">${escaped(title)}</text>`
  return `<g transform="translate(0 ${atY})">${[heading, ...grid, ...below, ...lines, ...legend].join('\n')}</g>`
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

const gap = 14
const headHeight = 74

interface Page {
  readonly title: string
  readonly below: string
  readonly charts: readonly Chart[]
  /** Under the charts. */
  readonly lines: readonly string[]
}

/** Charts below each other, as a self-contained SVG for light and dark color schemes. */
export function drawPage({ title, below, charts, lines }: Page): string {
  const chartsEnd = headHeight + charts.length * (chartSize.height + gap)
  const height = chartsEnd + 30 + Math.max(1, lines.length) * 20
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartSize.width} ${height}" role="img" aria-label="${escaped(`${title}: ${below}`).replaceAll('"', '&quot;')}">`,
    `<style>${style}</style>`,
    `<rect width="100%" height="100%" style="fill: var(--ground)"/>`,
    `<text class="head" x="24" y="36">${escaped(title)}</text>`,
    `<text class="soft" x="24" y="58">${escaped(below)}</text>`,
    ...charts.map((chart, at) => drawChart(chart, headHeight + at * (chartSize.height + gap))),
    ...lines.map((text, at) => `<text x="24" y="${chartsEnd + 18 + at * 20}">${escaped(shortened(text))}</text>`),
    '</svg>\n',
  ].join('\n')
}

const shortened = (text: string) => (text.length > 130 ? `${text.slice(0, 129)}…` : text)
