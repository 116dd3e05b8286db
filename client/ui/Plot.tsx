import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { DataBehind, type DataColumn } from './DataBehind.tsx'
import styles from './Plot.module.css'
import { dashOf, type PlotProps } from './plotSeries.ts'

const loadCanvas = () => import('./PlotCanvas.tsx').then(({ PlotCanvas }) => ({ default: PlotCanvas }))
const Canvas = lazy(loadCanvas)

/** Fetches the code of the drawing, which a page does while it still waits for the values. */
export const preparePlots = () => void loadCanvas().catch(() => {})

/** Values over time as lines or bars, with the latest (or those under the pointer) above them, and the table behind them. */
export function Plot(props: PlotProps) {
  const { label, times, series, unit = '', height = 200, shape = 'lines', isByDay = false, sentence, file } = props
  const id = useId()
  const [pointed, setPointed] = useState<number | null>(null)
  const last = times.length - 1
  const at = pointed !== null && pointed <= last ? pointed : last
  const momentOf = isByDay ? dayOf : timeOfMoment
  return (
    <figure className={styles.plot} aria-labelledby={id}>
      <figcaption className={styles.legend}>
        <span id={id} className="unseen">
          {label}
        </span>
        {series.map((one, index) => (
          <span key={one.name} className={styles.series}>
            <Swatch token={one.token} shape={shape} dash={dashOf(one, index)} />
            {one.name} <strong className={styles.value}>{valueLabel(one.values[at] ?? null, unit)}</strong>
          </span>
        ))}
        <span className={styles.time}>{times[at] === undefined ? '' : momentOf(times[at])}</span>
      </figcaption>
      {times.length === 0 ? (
        <p className={styles.nothing}>No measurements yet.</p>
      ) : (
        <Suspense fallback={<div style={{ height }} />}>
          <Canvas times={times} series={series} height={height} shape={shape} isByDay={isByDay} onPoint={setPointed} />
        </Suspense>
      )}
      {sentence ? <p className={styles.sentence}>{sentence}</p> : null}
      <PlotTable label={label} times={times} series={series} unit={unit} isByDay={isByDay} file={file} />
    </figure>
  )
}

interface SwatchProps {
  readonly token: string
  readonly shape: 'lines' | 'bars'
  readonly dash: readonly number[]
}

const Swatch = ({ token, shape, dash }: SwatchProps) => (
  <svg className={styles.swatch} width={24} height={12} aria-hidden="true">
    {shape === 'bars' ? (
      <path d="M6 0h12v12H6z" fill={`var(--${token})`} />
    ) : (
      <path d="M0 6h24" stroke={`var(--${token})`} strokeWidth={2.5} strokeDasharray={dash.join(' ')} />
    )}
  </svg>
)

type PlotTableProps = Pick<PlotProps, 'label' | 'times' | 'series'> & {
  readonly unit: string
  readonly isByDay: boolean
  readonly file: string | undefined
}

/** The newest first. */
function PlotTable({ label, times, series, unit, isByDay, file }: PlotTableProps) {
  const columns = useMemo(
    (): readonly DataColumn<number>[] => [
      {
        name: isByDay ? 'Day' : 'Time',
        width: '160px',
        value: (index) => new Date(times[index] ?? 0).toISOString().slice(0, isByDay ? 10 : 24),
        label: (index) => (isByDay ? dayOf : timeOfMoment)(times[index] ?? 0),
      },
      ...series.map(({ name, values }) => ({
        name,
        value: (index: number) => values[index] ?? null,
        label: (index: number) => valueLabel(values[index] ?? null, unit),
      })),
    ],
    [times, series, unit, isByDay],
  )
  const rows = useMemo(() => times.map((_, index) => times.length - 1 - index), [times])
  return <DataBehind label={label} columns={columns} rows={rows} keyOf={(index) => index} file={file} />
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const moments = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

const timeOfMoment = (at: number) => moments.format(at)
const dayOf = (at: number) => days.format(at)

const valueLabel = (value: number | null, unit: string) =>
  value === null ? '–' : `${figures.format(value)}${unit ? ` ${unit}` : ''}`
