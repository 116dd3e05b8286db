import { useMemo, useState } from 'react'
import { Button } from './Button.tsx'
import { DataTable } from './DataTable.tsx'
import styles from './Plot.module.css'

export interface DataColumn<Row> {
  readonly name: string
  /** In the file: as precise as it is known. Null where it is not known. */
  readonly value: (row: Row) => string | number | null
  /** In the table, where the value is not shown as it is. */
  readonly label?: (row: Row) => string
  readonly width?: string
}

interface DataBehindProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string
  /** A constant, or memoised. */
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** The name of the file without its ending; left out where there is none. */
  readonly file?: string | undefined
  /** The drawing is a table itself: only the file is offered. */
  readonly isShown?: boolean
}

/** The table behind a drawing, closed at first, and the same as a file for spreadsheets. */
export function DataBehind<Row>({ label, columns, rows, keyOf, file, isShown = false }: DataBehindProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const shown = useMemo(
    () =>
      columns.map(({ name, value, label: cell = (row) => shownValue(value(row)), width }, index) => ({
        name,
        cell,
        ...(width ? { width } : {}),
        ...(index === 0 ? {} : { figures: true }),
      })),
    [columns],
  )
  if (rows.length === 0) return null
  return (
    <div className={styles.behind}>
      {isShown ? null : (
        <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className={styles.summary}>Show as a table</summary>
          {isOpen ? <DataTable caption={label} columns={shown} rows={rows} keyOf={keyOf} /> : null}
        </details>
      )}
      {file ? (
        <Button tone="quiet" aria-label={`Download CSV: ${label}`} onClick={() => save(file, csvOf(columns, rows))}>
          Download CSV
        </Button>
      ) : null}
    </div>
  )
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const shownValue = (value: string | number | null) =>
  value === null ? '–' : typeof value === 'number' ? figures.format(value) : value

/** RFC 4180. Texts are quoted, and begin with an apostrophe where a spreadsheet would take them for a formula. */
export const csvOf = <Row,>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string =>
  [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ value }) => value(row)))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('')

function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = value.replace(/^(?=[\s"']*[=+\-@|%])/, "'")
  return `"${safe.replaceAll('"', '""')}"`
}

function save(file: string, csv: string) {
  // The mark tells spreadsheets that it is UTF-8.
  const address = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${file}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
