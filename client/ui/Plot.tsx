import { lazy, Suspense, useId, useState } from 'react'
import { DataTable } from './DataTable.tsx'
import styles from './Plot.module.css'
import { type PlotProps, plotDashes } from './plotSeries.ts'

const Canvas = lazy(() => import('./PlotCanvas.tsx').then(({ PlotCanvas }) => ({ default: PlotCanvas })))

/** Values over time as lines, with the latest (or those under the pointer) above them, and the table behind them. */
export function Plot({ label, times, series, unit = '', height = 200 }: PlotProps) {
  const id = useId()
  const [pointed, setPointed] = useState<number | null>(null)
  const [hasTable, setTable] = useState(false)
  const last = times.length - 1
  const at = pointed !== null && pointed <= last ? pointed : last
  return (
    <figure className={styles.plot} aria-labelledby={id}>
      <figcaption className={styles.legend}>
        <span id={id} className="unseen">
          {label}
        </span>
        {series.map(({ name, token, values }, index) => (
          <span key={name} className={styles.series}>
            <svg className={styles.swatch} width={24} height={8} aria-hidden="true">
              <path
                d="M0 4h24"
                stroke={`var(--${token})`}
                strokeWidth={2.5}
                strokeDasharray={plotDashes[index]?.join(' ')}
              />
            </svg>
            {name} <strong className={styles.value}>{valueLabel(values[at] ?? null, unit)}</strong>
          </span>
        ))}
        <span className={styles.time}>{times[at] === undefined ? '' : momentOf(times[at])}</span>
      </figcaption>
      {times.length === 0 ? (
        <p className={styles.nothing}>No measurements yet.</p>
      ) : (
        <Suspense fallback={<div style={{ height }} />}>
          <Canvas times={times} series={series} height={height} onPoint={setPointed} />
        </Suspense>
      )}
      <details onToggle={({ currentTarget }) => setTable(currentTarget.open)}>
        <summary className={styles.summary}>Show as a table</summary>
        {hasTable ? <PlotTable label={label} times={times} series={series} unit={unit} /> : null}
      </details>
    </figure>
  )
}

/** The newest first. */
const PlotTable = ({
  label,
  times,
  series,
  unit,
}: Pick<PlotProps, 'label' | 'times' | 'series'> & { readonly unit: string }) => (
  <DataTable
    caption={label}
    rows={times.map((_, index) => times.length - 1 - index)}
    keyOf={(index) => index}
    columns={[
      { name: 'Time', width: '160px', cell: (index) => momentOf(times[index] ?? 0) },
      ...series.map(({ name, values }) => ({
        name,
        figures: true,
        cell: (index: number) => valueLabel(values[index] ?? null, unit),
      })),
    ]}
  />
)

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const moments = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

const momentOf = (at: number) => moments.format(at)

const valueLabel = (value: number | null, unit: string) =>
  value === null ? '–' : `${figures.format(value)}${unit ? ` ${unit}` : ''}`
