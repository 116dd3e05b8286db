import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { themeAtom } from '../themes/themeAtom.ts'
import styles from './Plot.module.css'
import { dashOf, type PlotProps, type PlotSeries } from './plotSeries.ts'

interface PlotCanvasProps extends Pick<PlotProps, 'times' | 'series'> {
  readonly height: number
  readonly shape: 'lines' | 'bars'
  readonly isByDay: boolean
  /** The index under the pointer; null when the pointer has left. */
  readonly onPoint: (index: number | null) => void
}

/** The drawing of a plot. Loaded when the first plot is shown. */
export function PlotCanvas({ times, series, height, shape, isByDay, onPoint }: PlotCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const theme = useAtomValue(themeAtom)
  const names = series.map(({ name, token }) => `${name} ${token}`).join()
  const data = () => {
    const drawn = shape === 'bars' ? stacked(series) : series.map(({ values }) => [...values])
    return [times.map((at) => at / 1_000), ...drawn] as UPlot.AlignedData
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines or colours need another plot; new values are only passed on
  useEffect(() => {
    const { current } = host
    if (!current) return
    const made = new UPlot(optionsOf(current, { series, height, shape, isByDay, onPoint }), data(), current)
    plot.current = made
    const resized = new ResizeObserver(() => made.setSize({ width: Math.max(current.clientWidth, 1), height }))
    resized.observe(current)
    return () => {
      resized.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [names, height, shape, isByDay, theme])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values that `data` reads
  useEffect(() => plot.current?.setData(data()), [times, series])
  return <div ref={host} className={styles.canvas} style={{ height }} aria-hidden="true" />
}

/** Bars upon one another, from the highest to the lowest: each is drawn over the one before, and what is seen of it is its own part. */
const stacked = (series: readonly PlotSeries[]) =>
  series.map((_, index) => {
    const below = series.slice(0, series.length - index)
    return (series[0]?.values ?? []).map((_, at) => {
      const parts = below.map(({ values }) => values[at] ?? null)
      return parts.every((part) => part === null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
    })
  })

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const utcDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const daySeconds = 86_400

/** Times of day within two days, dates beyond. */
const ticksOf = (splits: readonly number[], incr: number, isByDay: boolean) =>
  splits.map((at) => (isByDay ? utcDay : incr >= daySeconds ? day : clock).format(at * 1_000))

type DrawnPlot = Pick<PlotCanvasProps, 'series' | 'height' | 'shape' | 'isByDay' | 'onPoint'>

function optionsOf(host: HTMLElement, { series, height, shape, isByDay, onPoint }: DrawnPlot): UPlot.Options {
  const tokens = getComputedStyle(host)
  const colourOf = (token: string) => tokens.getPropertyValue(`--${token}`).trim()
  const axis = {
    stroke: colourOf('ink-soft'),
    font: `13px ${tokens.fontFamily}`,
    grid: { stroke: colourOf('line'), width: 1 },
    ticks: { show: false },
  }
  const isAlone = series.filter(({ isBehind = false }) => !isBehind).length === 1
  const lineOf = (one: PlotSeries, index: number): UPlot.Series => ({
    stroke: colourOf(one.token),
    width: one.isBehind ? 1.5 : 2,
    dash: [...dashOf(one, index)],
    // A value alone between gaps would not be seen.
    points: { show: true, size: 6, fill: colourOf(one.token), filter: (plot, at) => lonely(plot.data[at] ?? []) },
    ...(isAlone && !one.isBehind ? { fill: `${colourOf(one.token)}22` } : {}),
  })
  const barOf = ({ token }: PlotSeries): UPlot.Series => ({
    fill: colourOf(token),
    width: 0,
    points: { show: false },
    ...(UPlot.paths.bars ? { paths: UPlot.paths.bars({ size: [0.72, 32], radius: 0.12 }) } : {}),
  })
  return {
    width: Math.max(host.clientWidth, 1),
    height,
    // At the right, half of the last time.
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: shape === 'lines' } },
    ...(isByDay ? { tzDate: (at) => UPlot.tzDate(new Date(at * 1_000), 'Etc/UTC') } : {}),
    scales: {
      x: shape === 'bars' ? { range: aroundBars } : {},
      y: { range: (_, least, most) => [Math.min(0, least), most <= 0 ? 1 : most * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        // No time of day on an axis of days.
        ...(isByDay ? { incrs: [1, 2, 7, 14, 30, 60, 90].map((count) => count * daySeconds) } : {}),
        values: (_, splits, _axis, _space, incr) => ticksOf(splits, incr, isByDay),
      },
      { ...axis, size: 48, values: (_, splits) => splits.map((value) => figures.format(value)) },
    ],
    series: [{}, ...(shape === 'bars' ? series.map(barOf).reverse() : series.map(lineOf))],
    hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)] },
  }
}

/** Where a value has none beside it. */
const lonely = (values: ArrayLike<number | null | undefined>): number[] =>
  Array.from(values).flatMap((value, at) =>
    value == null || values[at - 1] != null || values[at + 1] != null ? [] : [at],
  )

/** Room for half a bar at both ends. */
const aroundBars = (plot: UPlot, least: number, most: number): [number, number] => {
  const [first = least, second = first + daySeconds] = plot.data[0] ?? []
  const half = (second - first) / 2
  return [least - half, most + half]
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2, notation: 'compact' })
