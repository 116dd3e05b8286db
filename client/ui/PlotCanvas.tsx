import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { themeAtom } from '../themes/themeAtom.ts'
import styles from './Plot.module.css'
import { type PlotProps, plotDashes } from './plotSeries.ts'

interface PlotCanvasProps extends Pick<PlotProps, 'times' | 'series'> {
  readonly height: number
  /** The index under the pointer; null when the pointer has left. */
  readonly onPoint: (index: number | null) => void
}

/** The drawing of a plot. Loaded when the first plot is shown. */
export function PlotCanvas({ times, series, height, onPoint }: PlotCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const theme = useAtomValue(themeAtom)
  const names = series.map(({ name, token }) => `${name} ${token}`).join()
  const data = () => [times.map((at) => at / 1_000), ...series.map(({ values }) => [...values])] as UPlot.AlignedData

  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines or colours need another plot; new values are only passed on
  useEffect(() => {
    const { current } = host
    if (!current) return
    const made = new UPlot(optionsOf(current, series, height, onPoint), data(), current)
    plot.current = made
    const resized = new ResizeObserver(() => made.setSize({ width: Math.max(current.clientWidth, 1), height }))
    resized.observe(current)
    return () => {
      resized.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [names, height, theme])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values that `data` reads
  useEffect(() => plot.current?.setData(data()), [times, series])
  return <div ref={host} className={styles.canvas} style={{ height }} aria-hidden="true" />
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const daySeconds = 86_400

/** Times of day within two days, dates beyond. */
const ticksOf = (splits: readonly number[], incr: number) =>
  splits.map((at) => (incr >= daySeconds ? day : clock).format(at * 1_000))

function optionsOf(
  host: HTMLElement,
  series: PlotCanvasProps['series'],
  height: number,
  onPoint: PlotCanvasProps['onPoint'],
): UPlot.Options {
  const tokens = getComputedStyle(host)
  const colourOf = (token: string) => tokens.getPropertyValue(`--${token}`).trim()
  const axis = {
    stroke: colourOf('ink-soft'),
    font: `13px ${tokens.fontFamily}`,
    grid: { stroke: colourOf('line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: Math.max(host.clientWidth, 1),
    height,
    // At the right, half of the last time.
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, least, most) => [Math.min(0, least), most <= 0 ? 1 : most * 1.1] } },
    axes: [
      { ...axis, size: 28, values: (_, splits, _axis, _space, incr) => ticksOf(splits, incr) },
      { ...axis, size: 48, values: (_, splits) => splits.map((value) => figures.format(value)) },
    ],
    series: [
      {},
      ...series.map(({ token }, index) => ({
        stroke: colourOf(token),
        width: 2,
        dash: [...(plotDashes[index] ?? [])],
        points: { show: false },
        ...(series.length === 1 ? { fill: `${colourOf(token)}22` } : {}),
      })),
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)] },
  }
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2, notation: 'compact' })
